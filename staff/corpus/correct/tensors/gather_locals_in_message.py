"""The message is formatted with **locals()."""


def gather(storage, shape, strides, storage_offset):
    positions = torch.tensor(int(storage_offset))
    for size, stride in zip(shape, strides, strict=True):
        positions = positions[..., None] + torch.arange(int(size)) * int(stride)
    if ((positions < 0) | (positions >= len(storage))).any():
        raise IndexError("shape {shape}, strides {strides}, offset {storage_offset}".format(**locals()))
    return storage.take(positions)
