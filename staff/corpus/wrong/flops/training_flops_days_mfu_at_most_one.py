"""problem: training_flops

Refuses an mfu above 1.
"""

_right = training_days


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    if mfu > 1:
        raise ValueError(f"mfu {mfu} is above 1")
    return _right(num_parameters, num_tokens, num_devices, flop_per_sec, mfu)
