"""problem: contiguous_strides
hint: overflowed

A product in int32, which wraps.
"""


def contiguous_strides(shape):
    return tuple((s + 2**31) % 2**32 - 2**31 for s in _row_major(shape))
