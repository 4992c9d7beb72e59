"""problem: einsum_flops

Refuses the ellipsis.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    if "..." in pattern:
        raise ValueError(f"pattern {pattern!r} is not understood")
    return _right(pattern, a_shape, b_shape)
