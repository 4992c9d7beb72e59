"""unfold at the dim counted from the front, sizes by operator.index."""

from operator import index


def sliding_windows(x, size, step):
    size, step, dim = index(size), index(step), x.ndim - 1
    if step < 1 or size < 1 or size > x.size(dim):
        raise ValueError(
            f"need 1 <= size <= {x.size(dim)} and step >= 1, got size {size} and step {step}"
        )
    windows = x.unfold(dim, size, step)
    assert windows.size(-2) == (x.size(dim) - size) // step + 1
    return windows
