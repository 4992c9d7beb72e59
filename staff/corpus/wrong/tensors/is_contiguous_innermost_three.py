"""problem: is_contiguous
hint: with gaps

Looks at the three innermost dims alone.
"""


def is_contiguous(shape, strides):
    dims = [(n, stride) for n, stride in zip(shape, strides, strict=True) if n != 1][-3:]
    step = 1
    for n, stride in reversed(dims):
        if stride != step and 0 not in shape:
            return False
        step = n * stride
    return True
