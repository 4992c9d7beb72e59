"""NumPy floats as results."""

import numpy as np


def training_flops(num_parameters, num_tokens):
    if min(num_parameters, num_tokens) < 0:
        raise ValueError(f"{num_parameters=} {num_tokens=}")
    return np.float64(6.0) * float(num_parameters) * float(num_tokens)


def mfu(flops, seconds, promised_flop_per_sec):
    if seconds <= 0 or promised_flop_per_sec <= 0:
        raise ValueError(f"{seconds=} {promised_flop_per_sec=}")
    return np.float64(flops) / (np.float64(seconds) * np.float64(promised_flop_per_sec))
