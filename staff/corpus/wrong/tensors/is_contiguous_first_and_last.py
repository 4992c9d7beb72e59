"""problem: is_contiguous
hint: with gaps

Looks at the outermost pair of strides and at the last one: (2, 3, 4) with (15, 5, 1) passes.
"""


def is_contiguous(shape, strides):
    dims = [(n, stride) for n, stride in zip(shape, strides, strict=True) if n != 1]
    if 0 in shape or not dims:
        return True
    outer = len(dims) < 2 or dims[0][1] == dims[1][0] * dims[1][1]
    return bool(outer and dims[-1][1] == 1)
