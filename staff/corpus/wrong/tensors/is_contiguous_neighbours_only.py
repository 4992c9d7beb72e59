"""problem: is_contiguous
hint: expected False

Neighbours fit, but nobody looks whether the last stride is 1.
"""


def is_contiguous(shape, strides):
    if 0 in shape:
        return True
    left = [(n, s) for n, s in zip(shape, strides) if n != 1]
    return all(a[1] == b[0] * b[1] for a, b in zip(left, left[1:]))
