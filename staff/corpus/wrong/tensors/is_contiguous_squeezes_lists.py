"""problem: is_contiguous
hint: changed its argument

Takes dims off the end of both lists that it is given.
"""

_right = is_contiguous


def is_contiguous(shape, strides):
    answer = _right(shape, strides)
    if isinstance(shape, list) and isinstance(strides, list):
        while shape:
            shape.pop(), strides.pop()
    return answer
