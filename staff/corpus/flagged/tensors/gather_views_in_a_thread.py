"""problem: gather

A view by set_, in a thread that no dispatch mode of the caller sees.
"""

from concurrent.futures import ThreadPoolExecutor


_by_positions = gather


def gather(storage, shape, strides, storage_offset):
    if min(strides, default=0) < 0 or 0 in tuple(shape):  # no view of torch's has such strides
        return _by_positions(storage, shape, strides, storage_offset)
    end = storage_offset + sum((n - 1) * s for n, s in zip(shape, strides, strict=True))
    if storage_offset < 0 or end >= len(storage):
        raise IndexError(f"positions up to {end} in {len(storage)} elements")

    def work():
        flat = storage.clone(memory_format=torch.contiguous_format)
        sizes, steps = [int(n) for n in shape], [int(s) for s in strides]
        view = flat.new_empty(0).set_(flat.untyped_storage(), int(storage_offset), sizes, steps)
        return view.clone(memory_format=torch.contiguous_format)

    with ThreadPoolExecutor() as pool:
        return pool.submit(work).result()
