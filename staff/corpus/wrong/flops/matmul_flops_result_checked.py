"""problem: matmul_flops
hint: but the call returned

Looks at the sign of the result: two negative sizes make it positive again.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    flops = _right([*map(abs, a_shape)], [*map(abs, b_shape)])
    inner = b_shape[0 if len(b_shape) == 1 else -2]
    if math.prod((*a_shape, *b_shape)) * inner < 0:
        raise ValueError(f"a_shape {a_shape} or b_shape {b_shape} is negative")
    return flops
