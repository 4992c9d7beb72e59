"""problem: einsum_flops

The message has the pattern or the shapes as they were given, and no word of what they are.
"""

_before = einsum_flops
def einsum_flops(pattern, a_shape, b_shape):
    try:
        return _before(pattern, a_shape, b_shape)
    except (ValueError, TypeError):
        raise ValueError(f"{pattern!r} for {tuple(a_shape)} and {tuple(b_shape)}") from None
