"""problem: seed_everything
hint: Python's global generator gets the seed itself

Leaves Python out.
"""

import random

import numpy as np


def seed_everything(seed):
    if not 0 <= seed < 2**32:
        raise ValueError(f"seed: {seed}")
    np.random.seed(seed)
    torch.manual_seed(seed)
