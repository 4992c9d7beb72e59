"""An error names one of two shapes that do not fit each other, with its sizes."""

import math

import torch


def matmul_flops(a_shape, b_shape):
    a, b = [*map(int, a_shape)], [*map(int, b_shape)]
    for name, shape in (("a_shape", a), ("b_shape", b)):
        if not shape or min(shape) < 0:
            raise ValueError(f"{name} is {shape}")
    a = [1] * (len(a) == 1) + a
    b = b + [1] * (len(b) == 1)
    if a[-1] != b[-2]:
        raise ValueError(f"b_shape is {b_shape}: other rows than a has columns")
    try:
        batch = torch.broadcast_shapes(a[:-2], b[:-2])
    except RuntimeError:
        raise ValueError(f"a_shape is {a_shape}: its batch does not broadcast with b's") from None
    return 2 * math.prod([*batch, *a[-2:], b[-1]])
