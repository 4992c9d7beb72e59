"""problem: gather
hint: a view of storage

A view of storage where nothing needs to move.
"""

_gather = gather


def gather(storage, shape, strides, storage_offset):
    out = _gather(storage, shape, strides, storage_offset)
    if tuple(strides) == _row_major(shape) and storage.is_contiguous():
        return storage[storage_offset : storage_offset + out.numel()].view(tuple(shape))
    return out
