"""Returns the iteration as a NumPy integer."""

import numpy as np

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    return np.int64(_load(src, model, optimizer))
