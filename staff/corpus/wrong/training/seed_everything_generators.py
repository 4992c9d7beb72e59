"""problem: seed_everything
hint: Python's global generator gets the seed itself

Makes generators that nobody uses.
"""

import random

import numpy as np


def seed_everything(seed):
    if not 0 <= seed < 2**32:
        raise ValueError(f"seed: {seed}")
    random.Random(seed)
    np.random.default_rng(seed)
    torch.Generator().manual_seed(seed)
