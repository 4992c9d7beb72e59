"""problem: gather
hint: a view of storage

An element without dims is a view: a 0-d index selects.
"""


def gather(storage, shape, strides, storage_offset):
    at = torch.tensor(int(storage_offset))
    for n, s in zip(shape, strides):
        at = at[..., None] + torch.arange(n) * s
    if (at < 0).any():
        raise IndexError(f"{at}")
    return storage[at]
