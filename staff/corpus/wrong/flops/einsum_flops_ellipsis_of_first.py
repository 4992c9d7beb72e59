"""problem: einsum_flops
hint: the dims under `...` broadcast

Takes the batch dims from a alone.
"""

import math

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    flops = _right(pattern, a_shape, b_shape)
    a_axes, b_axes = (side.split() for side in pattern.split("->")[0].split(","))
    if "..." in a_axes and "..." in b_axes:
        start, end = a_axes.index("..."), len(a_shape) - len(a_axes) + a_axes.index("...") + 1
        mine = math.prod(a_shape[start:end])
        both = (
            _right(
                "..., ... -> ...",
                a_shape[start:end],
                b_shape[b_axes.index("...") : len(b_shape) - len(b_axes) + b_axes.index("...") + 1],
            )
            // 2
        )
        return flops // both * mine if both else flops
    return flops
