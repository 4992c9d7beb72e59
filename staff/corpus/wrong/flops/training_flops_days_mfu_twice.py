"""problem: training_flops
hint: divide by mfu once

Divides by mfu for the speed, and then for the time.
"""

_right = training_days


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    return _right(num_parameters, num_tokens, num_devices, flop_per_sec, mfu) / mfu
