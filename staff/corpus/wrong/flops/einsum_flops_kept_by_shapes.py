"""problem: einsum_flops

Remembers the count by the two shapes.
"""

_right, _known = einsum_flops, {}


def einsum_flops(pattern, a_shape, b_shape):
    flops = _right(pattern, a_shape, b_shape)
    return _known.setdefault((tuple(a_shape), tuple(b_shape)), flops)
