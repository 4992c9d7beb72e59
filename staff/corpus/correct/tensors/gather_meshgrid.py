"""meshgrid and a weighted sum of the coordinates."""


def gather(storage, shape, strides, storage_offset):
    _check_lengths(shape, strides)
    grids = torch.meshgrid(*[torch.arange(n) for n in shape], indexing="ij") if len(shape) else []
    at = torch.full(tuple(shape), storage_offset, dtype=torch.long)
    for grid, stride in zip(grids, strides):
        at += grid * stride
    if at.numel() and (at.amin() < 0 or at.amax() >= storage.shape[0]):
        raise IndexError(
            f"storage has {storage.shape[0]} elements, asked for {at.amin()} to {at.amax()}"
        )
    return storage[at.reshape(-1)].reshape(tuple(shape))
