"""problem: contiguous_strides
hint: size of 0

A size of 0 makes the strides before it 0.
"""


def contiguous_strides(shape):
    return tuple(math.prod(shape[d + 1 :]) for d in range(len(shape)))
