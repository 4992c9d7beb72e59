"""problem: is_contiguous
hint: expected False

Stops at a dim of size 1, and so misses what is outside it.
"""


def is_contiguous(shape, strides):
    if 0 in shape:
        return True
    step = 1
    for n, s in zip(reversed(shape), reversed(strides)):
        if n == 1:
            break
        if s != step:
            return False
        step *= n
    return True
