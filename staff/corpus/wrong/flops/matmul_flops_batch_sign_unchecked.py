"""problem: matmul_flops
hint: but the call returned

Looks for negative sizes in the last two dims alone.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    a_shape, b_shape = ([*map(abs, s[:-2]), *s[-2:]] for s in (a_shape, b_shape))
    return _right(a_shape, b_shape)
