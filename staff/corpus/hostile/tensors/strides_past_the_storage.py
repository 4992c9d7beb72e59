"""problem: sliding_windows

A tensor whose storage was taken away from under it.
"""


def sliding_windows(x, size, step):
    windows = x.unfold(-1, size, step).clone()
    windows.untyped_storage().resize_(1)
    return windows
