"""problem: contiguous_strides
hint: size of 0

Guards against zeros everywhere but in the last dim.
"""


def contiguous_strides(shape):
    strides, step = [1][: len(shape)], 1
    for d in range(len(shape) - 1, 0, -1):
        step *= shape[d] if d == len(shape) - 1 else max(shape[d], 1)
        strides.insert(0, step)
    return tuple(strides)
