"""problem: matmul_flops
hint: must be matrices

Refuses vectors.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    if len(a_shape) < 2 or len(b_shape) < 2:
        raise ValueError(f"a_shape {a_shape} and b_shape {b_shape} must be matrices")
    return _right(a_shape, b_shape)
