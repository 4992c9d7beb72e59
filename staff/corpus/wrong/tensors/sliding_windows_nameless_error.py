"""problem: sliding_windows
hint: should name

The message says neither which argument nor which value.
"""

_windows = sliding_windows


def sliding_windows(x, size, step):
    try:
        return _windows(x, size, step)
    except ValueError:
        raise ValueError("bad windows") from None
