"""problem: gather
hint: IndexError

Positions in int32: far ones wrap and look fine.
"""


def gather(storage, shape, strides, storage_offset):
    at = torch.tensor(int(storage_offset)).to(torch.int32)
    for n, s in zip(shape, strides):
        at = at[..., None] + (torch.arange(n) * s).to(torch.int32)
    if (at < 0).any():
        raise IndexError(f"{at}")
    return storage[at]
