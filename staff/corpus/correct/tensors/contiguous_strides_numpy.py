"""A running product of NumPy integers."""

import numpy as np


def contiguous_strides(shape):
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    sizes = np.maximum(np.array((*shape, 1)[1:], dtype=np.int64), 1)[: len(shape)]
    return tuple(np.cumprod(sizes[::-1])[::-1])
