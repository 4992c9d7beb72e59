"""problem: contiguous_strides
hint: a dim of size 1

A dim of size 1 gets stride 0, since nobody takes a step there.
"""


def contiguous_strides(shape):
    return tuple(0 if n == 1 else s for n, s in zip(shape, _row_major(shape)))
