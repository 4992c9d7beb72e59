"""problem: matmul_flops

Adds one shape to the other, which a list and a tuple do not allow.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    if min(a_shape + b_shape, default=0) < 0:
        raise ValueError(f"a size is negative in a_shape {a_shape} or b_shape {b_shape}")
    return _right(a_shape, b_shape)
