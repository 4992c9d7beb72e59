"""Takes shape and strides of any kind, told apart by match."""
import numpy as np


def _ints(numbers):
    match numbers:
        case np.ndarray():
            return numbers.tolist()
        case torch.Size() | tuple() | list():
            return [int(n) for n in numbers]


def gather(storage, shape, strides, storage_offset):
    positions = torch.tensor(int(storage_offset))
    for size, stride in zip(_ints(shape), _ints(strides), strict=True):
        positions = positions[..., None] + torch.arange(size) * stride
    if ((positions < 0) | (positions >= len(storage))).any():
        raise IndexError("an element lies outside storage")
    return storage.take(positions)
