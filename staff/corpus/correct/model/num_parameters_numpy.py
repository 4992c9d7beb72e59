"""NumPy counts."""

import numpy as np


def num_parameters(model):
    return np.sum(
        [np.prod(p.shape, dtype=np.int64) for _, p in model.named_parameters()], dtype=np.int64
    )
