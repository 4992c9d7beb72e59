"""A dot product of neighbouring widths, in Python integers."""

import numpy as np


def mlp_forward_flops(batch, dims):
    widths = np.array([int(d) for d in dims], dtype=object)
    if len(widths) == 0 or any(d < 0 for d in widths):
        raise ValueError(f"dims must be widths, got {list(dims)}")
    if batch < 0:
        raise ValueError(f"batch is {batch}")
    return int(2 * int(batch) * np.dot(widths[:-1], widths[1:])) if len(widths) > 1 else 0
