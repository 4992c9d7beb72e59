"""problem: gather
hint: IndexError

Only the last element's position is checked, as if strides were never negative.
"""


def gather(storage, shape, strides, storage_offset):
    at = torch.tensor(int(storage_offset))
    for n, s in zip(shape, strides):
        at = at[..., None] + torch.arange(n) * s
    if at.numel() and not 0 <= at.flatten()[-1] < len(storage):
        raise IndexError(f"{at.flatten()[-1]}")
    return storage[at % max(len(storage), 1)]
