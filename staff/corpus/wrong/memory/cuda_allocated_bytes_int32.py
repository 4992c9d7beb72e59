"""problem: cuda_allocated_bytes
hint: an integer of fixed size overflowed

Computes in int32.
"""

import numpy as np


def cuda_allocated_bytes(sizes):
    if any(size < 0 for size in sizes):
        raise ValueError(f"sizes: {sizes}")
    with np.errstate(all="ignore"):
        array = np.asarray(sizes, dtype=np.int64).astype(np.int32)
        return int(((array + 511) // 512 * 512).sum())
