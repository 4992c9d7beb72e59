"""Looks at the two extreme positions before anything is read; recursion over dims."""


def gather(storage, shape, strides, storage_offset):
    _check_lengths(shape, strides)
    low = storage_offset + sum((n - 1) * min(s, 0) for n, s in zip(shape, strides))
    high = storage_offset + sum((n - 1) * max(s, 0) for n, s in zip(shape, strides))
    if all(n > 0 for n in shape) and not 0 <= low <= high < storage.size(0):
        raise IndexError(f"from {low} to {high}")

    def positions(n, s):
        if not n:
            return torch.as_tensor(int(storage_offset))
        return torch.add(
            positions(n[:-1], s[:-1]).unsqueeze(-1), torch.arange(n[-1]), alpha=int(s[-1])
        )

    return torch.index_select(
        storage, 0, positions(list(shape), list(strides)).reshape(-1)
    ).reshape(tuple(shape))
