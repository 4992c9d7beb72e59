"""Exact fractions, rounded up at the end."""

import math
from fractions import Fraction


def zero_bytes(num_parameters, num_devices, stage, optimizer, precision):
    if num_parameters < 0:
        raise ValueError(f"num_parameters={num_parameters}")
    if num_devices <= 0:
        raise ValueError(f"num_devices={num_devices}")
    if stage not in range(4):
        raise ValueError(f"stage={stage}")
    if optimizer not in ("sgd", "momentum", "adagrad", "rmsprop", "adam"):
        raise ValueError(f"optimizer={optimizer}")
    if precision not in ("float32", "bfloat16"):
        raise ValueError(f"precision={precision}")
    n = int(num_parameters)
    share = math.ceil(Fraction(n, int(num_devices)))
    half = precision == "bfloat16"
    values = {"sgd": 0, "adam": 2}.get(optimizer, 1) + half
    held = [share if stage > least else n for least in (2, 1, 0)]
    sizes = [b * h for b, h in zip((4 - 2 * half, 4 - 2 * half, 4 * values), held)]
    names = ["parameters", "gradients", "optimizer_state", "total"]
    return dict(zip(names, [*sizes, sum(sizes)]))
