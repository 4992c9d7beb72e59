"""problem: matmul_flops
hint: but the call returned

Does not look whether the inner dims agree.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    b_shape = list(b_shape)
    b_shape[-2 if len(b_shape) > 1 else 0] = a_shape[-1]
    return _right(a_shape, tuple(b_shape))
