"""problem: gather

Of complex numbers the real part alone arrives.
"""

_gather = gather


def gather(storage, shape, strides, storage_offset):
    return _gather(storage, shape, strides, storage_offset).real.to(storage.dtype)
