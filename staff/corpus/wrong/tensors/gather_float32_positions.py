"""problem: gather
hint: float32 counts exactly to 2²⁴

Positions in float32, which is not exact beyond 2²⁴.
"""


def gather(storage, shape, strides, storage_offset):
    at = torch.zeros(()) + int(storage_offset)
    for n, s in zip(shape, strides):
        at = at[..., None] + (torch.arange(n) * s).to(at.dtype)
    if (at < 0).any() or (at >= len(storage)).any():
        raise IndexError(f"{at}")
    return storage[at.long()].clone()
