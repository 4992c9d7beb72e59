"""problem: sliding_windows
hint: storage

Copies x where it is not contiguous.
"""

_windows = sliding_windows


def sliding_windows(x, size, step):
    return _windows(x.contiguous(), size, step)
