"""problem: einsum_flops

Adds one shape to the other, which a list and a tuple do not allow.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    if min(a_shape + b_shape, default=0) < 0:
        raise ValueError(f"a size is negative in {a_shape}, {b_shape}; pattern {pattern!r}")
    return _right(pattern, a_shape, b_shape)
