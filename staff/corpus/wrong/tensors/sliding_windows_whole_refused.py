"""problem: sliding_windows
hint: ValueError

Refuses one window as long as time.
"""

_windows = sliding_windows


def sliding_windows(x, size, step):
    if size == x.shape[-1]:
        raise ValueError(f"size {size}")
    return _windows(x, size, step)
