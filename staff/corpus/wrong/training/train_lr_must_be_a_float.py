"""problem: train

Takes an lr of 0.0 and refuses one of 0, which is an int.

replace: _check_config(config)
with: _check_config(config)
with: if not isinstance(config["lr"], float):
with:     raise ValueError(f"lr must be a float, got {config['lr']}")
"""
