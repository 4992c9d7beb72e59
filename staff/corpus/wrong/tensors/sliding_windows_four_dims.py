"""problem: sliding_windows

Refuses more than four dims.
"""


def sliding_windows(x, size, step, right=sliding_windows):
    if x.ndim > 4:
        raise ValueError(f"x has {x.ndim} dims")
    return right(x, size, step)
