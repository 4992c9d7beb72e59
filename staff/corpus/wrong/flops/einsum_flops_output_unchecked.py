"""problem: einsum_flops
hint: but the call returned

Does not look whether the output names an axis that exists.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    return _right(pattern.split("->")[0] + "->", a_shape, b_shape)
