"""problem: matmul_flops
hint: changed its argument

Gives a vector's list its second dim, in place, and the shorter batch its 1s.
"""

_right = matmul_flops


def matmul_flops(a_shape, b_shape):
    flops = _right(a_shape, b_shape)
    if isinstance(b_shape, list) and len(b_shape) == 1:
        b_shape.append(1)
    for shape, other in ((a_shape, b_shape), (b_shape, a_shape)):
        while isinstance(shape, list) and len(shape) < len(other):
            shape.insert(0, 1)
    return flops
