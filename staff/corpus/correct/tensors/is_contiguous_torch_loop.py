"""From the last dim to the first, as torch's own loop goes."""


def is_contiguous(shape, strides):
    _check_lengths(shape, strides)
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    if math.prod(shape) == 0:
        return True
    z = 1
    for d in range(len(shape) - 1, -1, -1):
        if shape[d] != 1:
            if strides[d] != z:
                return False
            z *= shape[d]
    return True
