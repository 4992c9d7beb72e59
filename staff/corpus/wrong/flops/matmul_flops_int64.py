"""problem: matmul_flops
hint: an integer of fixed size overflowed

NumPy int64: wraps around.
"""

import numpy as np

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    exact = _right(a_shape, b_shape)
    return int(np.array(exact % 2**64, dtype=np.uint64).astype(np.int64))
