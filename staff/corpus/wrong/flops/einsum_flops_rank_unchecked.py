"""problem: einsum_flops
hint: should name

Axes without a size count 1.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    left, output = pattern.split("->")
    shapes = []
    for axes, shape in zip(left.split(","), (a_shape, b_shape)):
        missing = len(axes.split()) - len(shape)
        shapes.append(tuple(shape) + (1,) * missing if "..." not in axes else tuple(shape))
    return _right(pattern, *shapes)
