"""problem: sliding_windows
hint: windows

An incomplete last window is filled up with zeros.
"""

_windows = sliding_windows


def sliding_windows(x, size, step):
    w = _windows(x, size, step)
    rest = (x.shape[-1] - size) % step
    return (
        _windows(torch.cat([x, x.new_zeros(*x.shape[:-1], step - rest)], -1), size, step)
        if rest
        else w
    )
