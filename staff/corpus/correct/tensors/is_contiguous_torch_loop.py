"""From the last dim to the first, as torch's own loop goes."""


def is_contiguous(shape, strides):
    if math.prod(shape) == 0:
        return True
    z = 1
    for d in range(len(shape) - 1, -1, -1):
        if shape[d] != 1:
            if strides[d] != z:
                return False
            z *= shape[d]
    return True
