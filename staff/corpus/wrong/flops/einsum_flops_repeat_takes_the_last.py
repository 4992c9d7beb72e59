"""problem: einsum_flops
hint: a's axis i has two sizes

Compares sizes between the operands alone: an axis that one of them has twice has its last size.
"""

_sizes_of_different_axes = _axis_sizes


def _axis_sizes(a_axes, b_axes, a_shape, b_shape):
    if "..." in a_axes or len(a_axes) != len(a_shape):
        return _sizes_of_different_axes(a_axes, b_axes, a_shape, b_shape)
    last = dict(zip(a_axes, a_shape, strict=True))
    return _sizes_of_different_axes([*last], b_axes, [*last.values()], b_shape)
