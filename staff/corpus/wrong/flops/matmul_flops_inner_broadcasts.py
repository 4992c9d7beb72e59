"""problem: matmul_flops
hint: but the call returned

Lets an inner dim of 1 broadcast.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    inner = max(a_shape[-1], b_shape[-2] if len(b_shape) > 1 else b_shape[0])
    a = (*a_shape[:-1], inner) if a_shape[-1] == 1 else a_shape
    return _right(a, b_shape)
