"""problem: matmul_flops
hint: where one batch dim is 1 the other's

Takes the larger of two batch dims that do not broadcast.
"""

import math
from itertools import zip_longest

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    if len(a_shape) < 2 or len(b_shape) < 2:
        return _right(a_shape, b_shape)
    batch = [max(p) for p in zip_longest(a_shape[-3::-1], b_shape[-3::-1], fillvalue=1)]
    if len(a_shape) == 2 and len(b_shape) == 2:
        batch = []
    return math.prod(batch) * _right(a_shape[-2:], b_shape[-2:])
