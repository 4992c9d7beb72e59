"""type(shape) is np.ndarray."""
import numpy as np


def gather(storage, shape, strides, storage_offset):
    if type(shape) is np.ndarray:
        shape = shape.tolist()
    positions = torch.tensor(int(storage_offset))
    for size, stride in zip(shape, strides, strict=True):
        positions = positions[..., None] + torch.arange(int(size)) * int(stride)
    if ((positions < 0) | (positions >= len(storage))).any():
        raise IndexError("an element lies outside storage")
    return storage.take(positions)
