"""problem: contiguous_strides
hint: changed its argument

Pops the sizes off the list that it is given.
"""

_right = contiguous_strides


def contiguous_strides(shape):
    strides = _right(shape)
    while isinstance(shape, list) and shape:
        shape.pop()
    return strides
