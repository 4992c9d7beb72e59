"""problem: gather

Gives zeros.
"""


def gather(storage, shape, strides, storage_offset):
    return torch.zeros(tuple(shape), dtype=storage.dtype)
