"""problem: contiguous_strides
hint: not of those before it

Multiplies from the left, and then reverses.
"""


def contiguous_strides(shape):
    strides, step = [], 1
    for size in shape:
        strides.insert(0, step)
        step *= max(int(size), 1)
    return tuple(strides)
