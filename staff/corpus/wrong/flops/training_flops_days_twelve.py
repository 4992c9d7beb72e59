"""problem: training_flops
hint: 6 FLOPs for each parameter and token

Counts a multiplication and an addition as 2 FLOPs once more.
"""

_right = training_days


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    return 2 * _right(num_parameters, num_tokens, num_devices, flop_per_sec, mfu)
