"""problem: sliding_windows
hint: but the call returned

A size over time gives no windows and no error.
"""

_windows = sliding_windows


def sliding_windows(x, size, step):
    if size > x.shape[-1] and step >= 1:
        return x.new_empty(*x.shape[:-1], 0, size)
    return _windows(x, size, step)
