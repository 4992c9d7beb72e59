"""problem: training_flops

Remembers the days by all but mfu.
"""

_right, _known = training_days, {}


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    days = _right(num_parameters, num_tokens, num_devices, flop_per_sec, mfu)
    return _known.setdefault((num_parameters, num_tokens, num_devices, flop_per_sec), days)
