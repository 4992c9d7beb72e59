"""problem: gather
hint: complex128

Gives complex64 for all complex numbers.
"""

_gather = gather


def gather(storage, shape, strides, storage_offset):
    result = _gather(storage, shape, strides, storage_offset)
    return result.to(torch.complex64) if storage.is_complex() else result
