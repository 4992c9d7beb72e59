"""Recursion over the outermost dim."""


def is_contiguous(shape, strides):
    _check_lengths(shape, strides)
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    shape, strides = list(shape), list(strides)
    if not shape or 0 in shape:
        return True
    fits = shape[0] == 1 or int(strides[0]) == math.prod(map(int, shape[1:]))
    return bool(fits and is_contiguous(shape[1:], strides[1:]))
