"""problem: einsum_flops
hint: is 1 the other's counts, 0 too

A batch dim of 0 against 1 becomes 1.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    if _right(pattern, a_shape, b_shape) == 0 and "..." in pattern:
        return _right(pattern, [max(1, n) for n in a_shape], b_shape)
    return _right(pattern, a_shape, b_shape)
