"""problem: gather

Refuses every negative stride, though all elements lie inside.
"""

_right_gather = gather


def gather(storage, shape, strides, storage_offset):
    if any(s < 0 for s in strides):
        raise IndexError(f"strides {strides}")
    return _right_gather(storage, shape, strides, storage_offset)
