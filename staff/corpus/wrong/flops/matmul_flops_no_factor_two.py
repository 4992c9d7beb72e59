"""problem: matmul_flops
hint: counts products alone

Multiplications alone.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    return _right(a_shape, b_shape) // 2
