"""problem: einsum_flops
hint: a float on the way has dropped digits

Through numpy.prod of floats.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    return int(float(_right(pattern, a_shape, b_shape)))
