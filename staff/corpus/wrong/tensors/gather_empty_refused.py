"""problem: gather
hint: IndexError

Checks the reach of a view that has no elements.
"""

_gather = gather


def gather(storage, shape, strides, storage_offset):
    if storage_offset >= len(storage):
        raise IndexError(f"storage_offset {storage_offset}")
    return _gather(storage, shape, strides, storage_offset)
