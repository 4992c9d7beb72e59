"""problem: sliding_windows
hint: has shape

Off by one: the last window is left out.
"""

_windows = sliding_windows


def sliding_windows(x, size, step):
    w = _windows(x, size, step)
    return w[..., :-1, :] if w.shape[-2] > 1 else w
