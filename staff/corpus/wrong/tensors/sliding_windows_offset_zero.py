"""problem: sliding_windows
hint: offset

Starts at the beginning of the storage, not where x starts.
"""


def sliding_windows(x, size, step):
    if not 1 <= size <= x.shape[-1] or step < 1:
        raise ValueError(f"size {size}, step {step}")
    count, s = (x.shape[-1] - size) // step + 1, x.stride(-1)
    return x.as_strided((*x.shape[:-1], count, size), (*x.stride()[:-1], step * s, s), 0)
