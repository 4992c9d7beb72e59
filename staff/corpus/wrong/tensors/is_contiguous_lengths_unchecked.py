"""problem: is_contiguous
hint: when shape is (

Looks at as many dims as both have.
"""

_right = is_contiguous


def is_contiguous(shape, strides):
    dims = min(len(shape), len(strides))
    return _right(shape[:dims], strides[:dims])
