"""problem: train
hint: all of the seed decides

The lower 16 bits of the seed decide alone.

replace: _check_config(config)
with: _check_config(config)
with: config = {**config, "seed": config["seed"] & 0xFFFF}
"""
