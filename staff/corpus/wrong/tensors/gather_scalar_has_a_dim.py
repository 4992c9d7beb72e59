"""problem: gather
hint: shape

An element without dims comes back with one.
"""

_gather = gather


def gather(storage, shape, strides, storage_offset):
    return torch.atleast_1d(_gather(storage, shape, strides, storage_offset))
