"""problem: seed_everything
hint: Python's global generator gets the seed itself

Cuts the seed.
"""

import random

import numpy as np


def seed_everything(seed):
    if not 0 <= seed < 2**32:
        raise ValueError(f"seed: {seed}")
    seed %= 2**16
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
