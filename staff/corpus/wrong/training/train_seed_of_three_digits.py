"""problem: train
hint: all of the seed decides

The last three digits of the seed decide alone.

replace: _check_config(config)
with: _check_config(config)
with: config = {**config, "seed": config["seed"] % 1000}
"""
