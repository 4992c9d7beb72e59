"""problem: einsum_flops
hint: but the call returned

Lets a named axis of size 1 broadcast.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    if "..." not in pattern:
        a_axes, b_axes = (side.split() for side in pattern.split("->")[0].split(","))
        sizes = dict(zip(a_axes, a_shape))
        b_shape = [sizes.get(x, n) if n == 1 else n for x, n in zip(b_axes, b_shape)]
    return _right(pattern, a_shape, b_shape)
