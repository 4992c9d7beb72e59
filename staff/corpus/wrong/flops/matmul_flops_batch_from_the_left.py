"""problem: matmul_flops

Batch dims of a are filled up with 1 from the right.
"""

_right_matmul_flops = matmul_flops


def matmul_flops(a_shape, b_shape):
    missing = len(b_shape) - len(a_shape)
    if len(a_shape) > 2 and missing > 0:
        a_shape = (*a_shape[:-2], *(1,) * missing, *a_shape[-2:])
    return _right_matmul_flops(a_shape, b_shape)
