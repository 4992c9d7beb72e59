"""problem: gather
hint: offset

Reads from the start of the memory, where storage itself starts later.
"""


def gather(storage, shape, strides, storage_offset):
    at = torch.tensor(int(storage_offset))
    for n, s in zip(shape, strides):
        at = at[..., None] + torch.arange(n) * s
    if at.numel() and (at.min() < 0 or at.max() >= len(storage)):
        raise IndexError(f"{at}")
    whole = torch.tensor([], dtype=storage.dtype).set_(storage.untyped_storage())
    return whole[at * storage.stride(0)]
