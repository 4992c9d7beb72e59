"""problem: einsum_flops

An axis named twice in an operand counts twice.
"""

import math

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    flops = _right(pattern, a_shape, b_shape)
    a_axes = pattern.split(",")[0].split()
    for axis in set(a_axes):
        if a_axes.count(axis) > 1:
            flops *= a_shape[a_axes.index(axis)]
    return flops
