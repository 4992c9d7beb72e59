"""problem: matmul_flops

Stops at a size of 0, before it looks whether the batch dims broadcast.
"""

_matmul_flops = matmul_flops


def matmul_flops(a_shape, b_shape):
    sizes = [*a_shape, *b_shape]
    fits = len(a_shape) > 1 and len(b_shape) > 1 and a_shape[-1] == b_shape[-2]
    if fits and 0 in sizes and min(sizes) >= 0:
        return 0
    return _matmul_flops(a_shape, b_shape)
