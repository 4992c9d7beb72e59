"""problem: training_flops
hint: a NumPy integer overflowed

Right in training_flops; the days multiply by np.prod, in int64.
"""

import numpy as np


def training_days(num_parameters, num_tokens, num_devices, flop_per_sec, mfu):
    counts = {"num_parameters": num_parameters, "num_tokens": num_tokens}
    for name, value in counts.items():
        if value < 0:
            raise ValueError(f"{name} should be 0 or more, got {value}")
    for name, value in dict(num_devices=num_devices, flop_per_sec=flop_per_sec, mfu=mfu).items():
        if value <= 0:
            raise ValueError(f"{name} should be positive, got {value}")
    flops = np.prod([6, num_parameters, num_tokens])
    return flops / (num_devices * flop_per_sec * mfu) / 86400
