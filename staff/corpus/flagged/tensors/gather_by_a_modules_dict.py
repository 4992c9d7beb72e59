"""problem: gather

NumPy's as_strided through the dicts of its modules, under names that are computed.
"""

import numpy as np


def _part(module, name):
    return module.__dict__[name]


def gather(storage, shape, strides, storage_offset):
    ends = [(n - 1) * s for n, s in zip(shape, strides, strict=True)]
    if 0 not in shape:
        low = storage_offset + sum(e for e in ends if e < 0)
        high = storage_offset + sum(e for e in ends if e > 0)
        if low < 0 or high >= storage.numel():
            raise IndexError(
                f"storage_offset {storage_offset}, shape {shape}, strides {strides}, storage {storage.numel()}"
            )
    tricks = _part(_part(np, "lib"), "stride_" + "tricks")
    positions = np.arange(storage.numel())
    a = positions[storage_offset:] if 0 not in shape else positions[:0]
    if 0 in shape:
        return (
            storage[torch.zeros(tuple(shape), dtype=torch.int64)]
            if storage.numel()
            else storage.new_empty(tuple(shape))
        )
    made = _part(tricks, "as_" + "strided")(a, tuple(shape), tuple(8 * s for s in strides))
    return storage[torch.from_numpy(made.copy())].clone()
