"""problem: sliding_windows
hint: storage

Merges the batch dims by reshape before the windows: a copy where the strides forbid a view.
"""

_windows = sliding_windows


def sliding_windows(x, size, step):
    w = _windows(x.reshape(-1, x.shape[-1]) if x.numel() else x, size, step)
    return w.reshape(*x.shape[:-1], *w.shape[-2:]) if x.numel() else w
