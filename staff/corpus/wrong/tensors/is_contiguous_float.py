"""problem: is_contiguous
hint: with gaps

Compares floats: strides beyond 2⁵³ that differ by one are the same to it.
"""


def is_contiguous(shape, strides):
    return 0 in shape or all(
        n == 1 or float(s) == float(e) for n, s, e in zip(shape, strides, _row_major(shape))
    )
