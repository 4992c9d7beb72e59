"""problem: gather
hint: IndexError

A position before the start counts from the end.
"""


def gather(storage, shape, strides, storage_offset):
    at = torch.tensor(int(storage_offset))
    for n, s in zip(shape, strides):
        at = at[..., None] + torch.arange(n) * s
    return storage[at]
