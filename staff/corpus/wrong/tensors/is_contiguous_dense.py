"""problem: is_contiguous
hint: expected False

Asks only whether the elements have no gaps, in any order of dims.
"""


def is_contiguous(shape, strides):
    if 0 in shape:
        return True
    step = 1
    for stride, size in sorted((s, n) for n, s in zip(shape, strides) if n != 1):
        if stride != step:
            return False
        step *= size
    return True
