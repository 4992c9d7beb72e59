"""NumPy broadcasts the batch dims."""

import math

import numpy as np


def matmul_flops(a_shape, b_shape):
    if len(a_shape) == 0 or len(b_shape) == 0:
        raise ValueError(f"a_shape {a_shape} or b_shape {b_shape} is 0-d")
    a = tuple(int(n) for n in a_shape) if len(a_shape) > 1 else (1, int(a_shape[0]))
    b = tuple(int(n) for n in b_shape) if len(b_shape) > 1 else (int(b_shape[0]), 1)
    if a[-1] != b[-2] or min(a + b) < 0:
        raise ValueError(f"a_shape {tuple(a_shape)} does not fit b_shape {tuple(b_shape)}")
    try:
        batch = np.broadcast_shapes(a[:-2], b[:-2])
    except ValueError as error:
        raise ValueError(f"a_shape {tuple(a_shape)}, b_shape {tuple(b_shape)}: {error}") from None
    return 2 * math.prod(batch) * a[-2] * a[-1] * b[-1]
