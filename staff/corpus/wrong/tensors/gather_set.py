"""problem: gather
hint: storage

A view by set_ on the untyped storage, copied.
"""


def gather(storage, shape, strides, storage_offset):
    ends = [
        storage_offset + sum((n - 1) * s for n, s in zip(shape, strides) if s * g > 0)
        for g in (-1, 1)
    ]
    if 0 not in tuple(shape) and (min(ends) < 0 or max(ends) >= len(storage)):
        raise IndexError(f"{ends}")
    flat = storage.clone(memory_format=torch.contiguous_format)
    view = flat.new_empty(0).set_(
        flat.untyped_storage(), max(storage_offset, 0), tuple(shape), tuple(strides)
    )
    return view.clone(memory_format=torch.contiguous_format)
