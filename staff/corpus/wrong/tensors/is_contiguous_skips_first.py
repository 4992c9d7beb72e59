"""problem: is_contiguous
hint: expected False

Never looks at the outermost stride.
"""


def is_contiguous(shape, strides):
    rest = (
        list(zip(shape, strides, _row_major(shape)))[1:]
        if len(shape) > 1
        else list(zip(shape, strides, _row_major(shape)))
    )
    return 0 in shape or all(n == 1 or s == e for n, s, e in rest)
