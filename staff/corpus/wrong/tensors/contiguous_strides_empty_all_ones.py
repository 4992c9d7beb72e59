"""problem: contiguous_strides
hint: without elements

A tensor without elements gets ones.
"""


def contiguous_strides(shape):
    return (1,) * len(shape) if 0 in shape else _row_major(shape)
