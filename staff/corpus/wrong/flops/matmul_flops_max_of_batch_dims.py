"""problem: matmul_flops
hint: where one batch dim is 1 the other's

A batch dim of 0 against 1 becomes 1.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    flops = _right(a_shape, b_shape)
    if flops == 0 and 0 in a_shape[:-2]:
        return _right(tuple(max(1, n) for n in a_shape), b_shape)
    return flops
