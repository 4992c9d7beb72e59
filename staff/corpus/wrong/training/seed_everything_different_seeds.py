"""problem: seed_everything
hint: NumPy's global generator gets the seed itself

Another seed for each.
"""

import random

import numpy as np


def seed_everything(seed):
    if not 0 <= seed < 2**32:
        raise ValueError(f"seed: {seed}")
    random.seed(seed)
    np.random.seed((seed + 1) % 2**32)
    torch.manual_seed(seed + 2)
