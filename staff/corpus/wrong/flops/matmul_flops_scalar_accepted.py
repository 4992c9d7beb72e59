"""problem: matmul_flops
hint: but the call returned

Takes a 0-d operand.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    if not a_shape or not b_shape:
        return 0
    return _right(a_shape, b_shape)
