"""Exact fractions, rounded down."""

from fractions import Fraction
from math import floor


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    if num_devices < 0:
        raise ValueError(f"num_devices={num_devices} is negative")
    if bytes_per_device < 0:
        raise ValueError(f"bytes_per_device={bytes_per_device} is negative")
    moments = {"sgd": 0, "momentum": 1, "adagrad": 1, "rmsprop": 1, "adam": 2}
    if optimizer not in moments:
        raise ValueError(f"optimizer={optimizer}")
    if precision not in {"float32", "bfloat16"}:
        raise ValueError(f"precision={precision}")
    return floor(Fraction(num_devices * bytes_per_device, 8 + 4 * moments[optimizer]))
