"""problem: matmul_flops
hint: batch dims count too

The batch of a alone.
"""

import math

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    _right(a_shape, b_shape)
    columns = b_shape[-1] if len(b_shape) > 1 else 1
    return 2 * math.prod(a_shape) * columns
