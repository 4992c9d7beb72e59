"""problem: einsum_flops

Refuses an operand without axes.
"""

_right = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    if not all(side.strip() for side in pattern.split("->")[0].split(",")):
        raise ValueError(f"pattern {pattern!r} has an operand without axes")
    return _right(pattern, a_shape, b_shape)
