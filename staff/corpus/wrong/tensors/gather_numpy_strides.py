"""problem: gather
hint: index with them

NumPy reads through the strides.
"""

import numpy


def gather(storage, shape, strides, storage_offset):
    shape, strides, offset = tuple(shape), tuple(strides), int(storage_offset)
    if 0 in shape:
        return storage.new_empty(shape)
    if min(offset, *strides, 0) < 0 or offset + sum(
        (n - 1) * s for n, s in zip(shape, strides)
    ) >= len(storage):
        raise IndexError(f"{offset}, {strides}")
    size = storage.element_size()
    memory = storage.clone(memory_format=torch.contiguous_format).view(torch.uint8).numpy()
    seen = numpy.ndarray(shape, f"V{size}", memory, offset * size, [s * size for s in strides])
    copy = numpy.frombuffer(seen.tobytes(), numpy.uint8).copy()
    return torch.from_numpy(copy).view(storage.dtype).view([int(n) for n in shape])
