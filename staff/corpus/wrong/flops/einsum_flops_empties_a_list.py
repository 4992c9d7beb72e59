"""problem: einsum_flops
hint: changed its argument

Pops the batch dims off the list that it is given.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    flops = _right(pattern, a_shape, b_shape)
    if "..." in pattern and isinstance(a_shape, list):
        a_shape.clear()
    return flops
