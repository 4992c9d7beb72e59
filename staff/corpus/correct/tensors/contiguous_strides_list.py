"""A list, filled from the front."""


def contiguous_strides(shape):
    strides = []
    for n in shape[::-1]:
        strides.insert(0, strides[0] * last if strides else 1)
        last = n or 1
    return strides
