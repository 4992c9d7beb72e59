"""problem: gather
hint: expected

Goes through float32: integers and doubles lose digits.
"""

_gather = gather


def gather(storage, shape, strides, storage_offset):
    return _gather(storage.float(), shape, strides, storage_offset).to(storage.dtype)
