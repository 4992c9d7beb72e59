"""np.tri, and over to torch."""

import numpy as np


def causal_mask(n):
    return torch.from_numpy(np.tri(n, dtype=np.bool_))
