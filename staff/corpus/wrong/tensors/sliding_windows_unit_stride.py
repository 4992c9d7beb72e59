"""problem: sliding_windows
hint: stride

Believes that neighbours along time lie side by side.
"""


def sliding_windows(x, size, step):
    if not 1 <= size <= x.shape[-1] or step < 1:
        raise ValueError(f"size {size}, step {step}")
    count = (x.shape[-1] - size) // step + 1
    return x.as_strided((*x.shape[:-1], count, size), (*x.stride()[:-1], step, 1))
