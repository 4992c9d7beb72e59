"""problem: sliding_windows

A view with -1 where windows do not overlap, which is ambiguous where there are no rows.
"""

_sliding_windows = sliding_windows


def sliding_windows(x, size, step):
    if size == step and 1 <= size <= x.shape[-1] and x.is_contiguous():
        return x[..., : x.shape[-1] // size * size].view(*x.shape[:-1], -1, size)
    return _sliding_windows(x, size, step)
