"""problem: gather
hint: as_strided

Gets as_strided as the second of two attributes.
"""

import operator


def gather(storage, shape, strides, storage_offset):
    for n in shape:
        if n == 0:
            return storage.new_empty(shape)
    _, view = operator.attrgetter("ndim", "as_strided")(storage.clone())
    last = storage_offset + sum((n - 1) * s for n, s in zip(shape, strides) if s > 0)
    first = storage_offset + sum((n - 1) * s for n, s in zip(shape, strides) if s < 0)
    if first < 0 or last >= len(storage):
        raise IndexError(f"{first} to {last}")
    return view(shape, strides, storage_offset).clone()
