"""problem: einsum_flops
hint: axes that the result lacks are summed over

The product of the output axes alone.
"""

import math

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    flops = _right(pattern, a_shape, b_shape)
    left, right = pattern.split("->")
    sizes = {}
    for axes, shape in zip(left.split(","), (a_shape, b_shape)):
        if "..." in axes:
            return flops
        sizes.update(zip(axes.split(), shape))
    return 2 * math.prod(sizes[name] for name in right.split())
