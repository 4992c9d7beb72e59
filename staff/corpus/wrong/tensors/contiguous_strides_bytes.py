"""problem: contiguous_strides
hint: not bytes

In bytes of float32, as NumPy counts.
"""


def contiguous_strides(shape):
    return tuple(4 * s for s in _row_major(shape))
