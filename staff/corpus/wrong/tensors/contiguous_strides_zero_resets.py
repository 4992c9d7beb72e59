"""problem: contiguous_strides
hint: a size of 0 counts as 1; what is after it counts too

After a size of 0 strides begin again at 1.
"""


def contiguous_strides(shape):
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step = step * int(size) or 1
    return tuple(reversed(strides))
