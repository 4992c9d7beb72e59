"""problem: einsum_flops
hint: i I

Takes a small and a capital letter for one name.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    return _right(pattern.lower(), a_shape, b_shape)
