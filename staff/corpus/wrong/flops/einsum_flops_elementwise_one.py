"""problem: einsum_flops
hint: this counts products alone

An elementwise product loses the factor 2.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    flops = _right(pattern, a_shape, b_shape)
    left, right = pattern.split("->")
    summed = set(left.replace(",", " ").split()) - set(right.split())
    return flops if summed else flops // 2
