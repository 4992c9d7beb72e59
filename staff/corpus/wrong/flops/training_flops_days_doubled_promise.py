"""problem: training_flops
hint: do not double it

Doubles the promise, as if it were stated without sparsity.
"""

_right = training_days


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    return _right(num_parameters, num_tokens, num_devices, flop_per_sec, mfu) / 2
