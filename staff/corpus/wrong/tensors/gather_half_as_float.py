"""problem: gather
hint: float16

Reads through NumPy, and gives float32 for both halves.
"""

_gather = gather


def gather(storage, shape, strides, storage_offset):
    result = _gather(storage, shape, strides, storage_offset)
    return result.float() if storage.dtype == torch.float16 else result
