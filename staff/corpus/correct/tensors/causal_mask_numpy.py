"""np.tri, and over to torch."""

import numpy as np


def causal_mask(n):
    if n < 0:
        raise ValueError(f"n is {n}")
    return torch.from_numpy(np.tri(n, dtype=np.bool_))
