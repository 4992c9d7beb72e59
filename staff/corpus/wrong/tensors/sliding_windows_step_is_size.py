"""problem: sliding_windows
hint: step

Windows never overlap: the step is ignored.
"""

_windows = sliding_windows


def sliding_windows(x, size, step):
    _windows(x, size, step)
    return x.unfold(-1, size, size)
