"""problem: gather
hint: no Python loop

A Python loop over elements.
"""


def gather(storage, shape, strides, storage_offset):
    import itertools

    out = torch.empty(tuple(shape), dtype=storage.dtype)
    for index in itertools.product(*map(range, shape)):
        at = storage_offset + sum(i * s for i, s in zip(index, strides))
        if not 0 <= at < len(storage):
            raise IndexError(at)
        out[index] = storage[at]
    return out
