"""problem: matmul_flops

Takes a vector b for a square matrix.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    if len(b_shape) == 1:
        b_shape = (b_shape[0], b_shape[0])
    return _right(a_shape, b_shape)
