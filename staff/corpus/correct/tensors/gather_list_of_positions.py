"""Indexes with a list of positions, which the two extreme ones are looked at first of."""


def gather(storage, shape, strides, storage_offset):
    _check_lengths(shape, strides)
    at = torch.tensor(int(storage_offset))
    for n, s in zip(shape, strides):
        at = at[..., None] + torch.arange(int(n)) * int(s)
    low, high = torch.stack(torch.aminmax(at)).tolist() if at.numel() else (0, -1)
    if low < 0 or high >= len(storage):
        raise IndexError(f"positions from {low} to {high}, of {len(storage)}")
    return storage[at.flatten().tolist()].reshape(at.shape)
