"""problem: einsum_flops
hint: two arrows

Does not look behind a second arrow.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    return _right("->".join(pattern.split("->")[:2]), a_shape, b_shape)
