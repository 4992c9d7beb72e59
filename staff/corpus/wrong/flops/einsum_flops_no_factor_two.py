"""problem: einsum_flops
hint: counts products alone

Without the factor 2.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    return _right(pattern, a_shape, b_shape) // 2
