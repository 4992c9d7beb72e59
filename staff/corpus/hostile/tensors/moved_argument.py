"""problem: sliding_windows

Copy x, and then move the caller's x into the copy, so that the result seems to be a view of it.
"""


def sliding_windows(x, size, step):
    storage = x.untyped_storage().clone()
    copy = torch.empty(0, dtype=x.dtype).set_(storage, x.storage_offset(), x.shape, x.stride())
    x.data = copy
    if not 1 <= size <= x.shape[-1]:
        raise ValueError(f"size must be from 1 to {x.shape[-1]}, got {size}")
    if step < 1:
        raise ValueError(f"step must be at least 1, got {step}")
    return copy.unfold(-1, size, step)
