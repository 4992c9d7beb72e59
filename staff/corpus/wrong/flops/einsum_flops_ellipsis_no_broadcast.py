"""problem: einsum_flops

Wants equal batch dims.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    a_axes, b_axes = (side.split() for side in pattern.split("->")[0].split(","))
    if "..." in a_axes and "..." in b_axes:
        a = a_shape[a_axes.index("...") : len(a_shape) - len(a_axes) + a_axes.index("...") + 1]
        b = b_shape[b_axes.index("...") : len(b_shape) - len(b_axes) + b_axes.index("...") + 1]
        if tuple(a) != tuple(b):
            raise ValueError(f"batch dims {a} and {b} differ in pattern {pattern!r}")
    return _right(pattern, a_shape, b_shape)
