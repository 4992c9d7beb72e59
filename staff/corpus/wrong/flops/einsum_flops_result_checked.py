"""problem: einsum_flops
hint: but the call returned

Looks at the sign of the result: two negative sizes make it positive again.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    flops, sizes = _right(pattern, [*map(abs, a_shape)], [*map(abs, b_shape)]), {}
    for axes, shape in zip(pattern.split("->")[0].split(","), (a_shape, b_shape)):
        sizes.update(zip(axes.split(), shape))
    if math.prod(sizes.values()) < 0:
        raise ValueError(f"{pattern!r}: a_shape {a_shape} or b_shape {b_shape} is negative")
    return flops
