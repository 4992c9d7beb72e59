"""problem: training_flops
hint: this is rounded up

Whole days, rounded up.
"""

import math

_fl = training_flops


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    for k, v in dict(num_devices=num_devices, flop_per_sec=flop_per_sec, mfu=mfu).items():
        if v <= 0:
            raise ValueError(f"{k} {v}")
    return float(
        math.ceil(_fl(num_parameters, num_tokens) / (num_devices * flop_per_sec * mfu) / 86400)
    )
