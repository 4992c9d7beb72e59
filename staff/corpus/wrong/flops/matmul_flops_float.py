"""problem: matmul_flops
hint: a float on the way has dropped digits

Floating point: wrong past 2**53.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    return int(float(_right(a_shape, b_shape)) * 1.0)
