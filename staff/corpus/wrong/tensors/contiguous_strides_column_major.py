"""problem: contiguous_strides
hint: column

Column-major.
"""


def contiguous_strides(shape):
    strides, step = [], 1
    for size in shape:
        strides.append(step)
        step *= max(size, 1)
    return tuple(strides)
