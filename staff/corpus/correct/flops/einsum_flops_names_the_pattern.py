"""What does not fit is a fault of the pattern, which the message gives, without sizes."""

_base_ef = einsum_flops


def einsum_flops(pattern, a_shape, b_shape):
    if all(size >= 0 for size in (*a_shape, *b_shape)):
        try:
            return _base_ef(pattern, a_shape, b_shape)
        except ValueError:
            raise ValueError(f"pattern {pattern!r} is not one for these operands") from None
    return _base_ef(pattern, a_shape, b_shape)
