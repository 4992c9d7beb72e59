"""problem: gather
hint: IndexError

Positions outside become the nearest inside.
"""


def gather(storage, shape, strides, storage_offset):
    at = torch.tensor(int(storage_offset))
    for n, s in zip(shape, strides):
        at = at[..., None] + torch.arange(n) * s
    return storage[at.clamp(0, len(storage) - 1)]
