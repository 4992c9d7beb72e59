"""problem: contiguous_strides
hint: a dim's own size does not count

Each stride multiplies its own size in too.
"""


def contiguous_strides(shape):
    strides, step = [], 1
    for size in reversed(shape):
        step *= max(size, 1)
        strides.append(step)
    return tuple(reversed(strides))
