"""problem: gather
hint: contiguous

Builds the dims in reverse and hands out the transpose.
"""


def gather(storage, shape, strides, storage_offset):
    at = torch.tensor(int(storage_offset))
    for n, s in zip(shape, strides):
        at = (torch.arange(n) * s).view(-1, *[1] * at.dim()) + at
    if at.numel() and at.min() < 0:
        raise IndexError(f"{at}")
    return storage.take(at).permute(tuple(reversed(range(at.dim()))))
