"""problem: einsum_flops
hint: but the call returned

Takes -1 for a size that may be anything, as `view` does.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    a_shape, b_shape = ([1 if n == -1 else n for n in shape] for shape in (a_shape, b_shape))
    return _right(pattern, a_shape, b_shape)
