"""problem: train

Takes the config's values in their order, whatever their keys.

replace: _check_config(config)
with: _check_config(config)
with: keys = "dim", "num_layers", "batch_size", "steps", "lr", "optimizer", "precision", "seed"
with: config = dict(zip(keys, config.values(), strict=True))
"""
