"""A list, filled from the front."""


def contiguous_strides(shape):
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    strides = []
    for n in shape[::-1]:
        strides.insert(0, strides[0] * last if strides else 1)
        last = n or 1
    return strides
