"""problem: train
hint: no upper bound

Takes an lr above 1 for a mistake.
"""

_right_check = _check_config


def _check_config(config):
    _right_check(config)
    if config["lr"] > 1:
        raise ValueError(f"lr must be from 0 to 1, got {config['lr']}")
