"""Flat numbers taken apart by division, from the last dim to the first."""


def gather(storage, shape, strides, storage_offset):
    _check_lengths(shape, strides)
    numel = math.prod(shape)
    left = torch.arange(numel)
    at = torch.full_like(left, int(storage_offset))
    for n, s in zip(reversed(tuple(shape)), reversed(tuple(strides))):
        at += left % max(n, 1) * s
        left //= max(n, 1)
    bad = at[(at < 0) | (at >= storage.numel())]
    if len(bad):
        raise IndexError(f"position {bad[0]} of {storage.numel()}")
    return storage.index_select(0, at).view(tuple(shape))
