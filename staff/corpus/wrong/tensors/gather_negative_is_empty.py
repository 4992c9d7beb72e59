"""problem: gather
hint: when shape is (

A negative size counts as 0.
"""

_right = gather


def gather(storage, shape, strides, storage_offset):
    return _right(storage, [max(n, 0) for n in shape], strides, storage_offset)
