"""problem: einsum_flops
hint: but the call returned

The last size of a name wins.
"""

import math

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    if "..." in pattern or "->" not in pattern:
        return _right(pattern, a_shape, b_shape)
    left, output = pattern.split("->")
    sizes = {}
    for axes, shape in zip(left.split(","), (a_shape, b_shape)):
        if len(axes.split()) != len(shape):
            raise ValueError(f"{pattern!r} does not fit {shape}")
        sizes.update(zip(axes.split(), shape))
    if not set(output.split()) <= sizes.keys():
        raise ValueError(f"pattern {pattern!r} has an output axis of no operand")
    return 2 * math.prod(sizes.values())
