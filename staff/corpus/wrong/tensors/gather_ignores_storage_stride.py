"""problem: gather
hint: set_

Reads the memory of storage as if its own elements lay side by side.
"""


def gather(storage, shape, strides, storage_offset):
    at = torch.tensor(int(storage_offset))
    for n, s in zip(shape, strides):
        at = at[..., None] + torch.arange(n) * s
    if at.numel() and (at.min() < 0 or at.max() >= len(storage)):
        raise IndexError(f"{at}")
    whole = torch.tensor([], dtype=storage.dtype).set_(storage.untyped_storage())
    return whole[storage.storage_offset() :][at]
