"""problem: seed_everything
hint: NumPy's global generator gets the seed itself

Leaves NumPy out.
"""

import random

import numpy as np


def seed_everything(seed):
    if not 0 <= seed < 2**32:
        raise ValueError(f"seed: {seed}")
    random.seed(seed)
    torch.manual_seed(seed)
