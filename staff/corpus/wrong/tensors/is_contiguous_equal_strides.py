"""problem: is_contiguous
hint: size 1

Compares all strides, those of size 1 too.
"""


def is_contiguous(shape, strides):
    return 0 in shape or tuple(strides) == _row_major(shape)
