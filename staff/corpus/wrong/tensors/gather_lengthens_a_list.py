"""problem: gather
hint: changed its argument

Gives the list of strides one more, for the last dim.
"""

_right = gather


def gather(storage, shape, strides, storage_offset):
    result = _right(storage, shape, strides, storage_offset)
    if isinstance(strides, list):
        strides += [1]
    return result
