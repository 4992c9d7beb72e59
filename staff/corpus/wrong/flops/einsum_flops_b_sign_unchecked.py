"""problem: einsum_flops
hint: but the call returned

Looks for negative sizes in a alone.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    if all(size >= 0 for size in a_shape):
        b_shape = [abs(size) for size in b_shape]
    return _right(pattern, a_shape, b_shape)
