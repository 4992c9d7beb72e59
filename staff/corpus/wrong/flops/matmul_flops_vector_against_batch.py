"""problem: matmul_flops

Does not compare the inner size of a vector on the left with that of a batch on the right.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    if len(a_shape) == 1 and len(b_shape) > 2 and min(*a_shape, *b_shape) >= 0:
        a_shape = (b_shape[-2],)
    return _right(a_shape, b_shape)
