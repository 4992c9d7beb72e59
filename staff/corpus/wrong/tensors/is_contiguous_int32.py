"""problem: is_contiguous
hint: with gaps

Computes in 32 bits, where 2**32 + 4 is 4.
"""


def is_contiguous(shape, strides):
    dims = zip(shape, strides, _row_major(shape), strict=True)
    return 0 in shape or all(n == 1 or not (s - step) & 0xFFFFFFFF for n, s, step in dims)
