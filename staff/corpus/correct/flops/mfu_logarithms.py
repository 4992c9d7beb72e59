"""Logarithms turn quotients into differences, and cost a few more roundings."""

import math


def mfu(flops, seconds, promised_flop_per_sec):
    for name, value in (("seconds", seconds), ("promised_flop_per_sec", promised_flop_per_sec)):
        if value <= 0:
            raise ValueError(f"{name} should be positive, got {value}")
    if not flops:
        return 0.0
    return math.exp(math.log(flops) - math.log(seconds) - math.log(promised_flop_per_sec))
