"""problem: training_flops
hint: raised in cs336_basics/flops.py

Takes a promise below 1 for none, as if it were counted.
"""

_right = training_days


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    if flop_per_sec < 1:
        raise ValueError(f"flop_per_sec must be positive, got {flop_per_sec}")
    return _right(num_parameters, num_tokens, num_devices, flop_per_sec, mfu)
