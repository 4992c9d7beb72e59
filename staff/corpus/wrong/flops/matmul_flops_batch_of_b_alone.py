"""problem: matmul_flops
hint: a's batch dims count too

The batch of b alone.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    _right(a_shape, b_shape)
    columns = b_shape[-1] if len(b_shape) > 1 else 1
    return 2 * math.prod(b_shape[:-2]) * math.prod(a_shape[-2:]) * columns
