"""problem: seed_everything
hint: torch's global generator gets the seed itself

Leaves torch out.
"""

import random

import numpy as np


def seed_everything(seed):
    if not 0 <= seed < 2**32:
        raise ValueError(f"seed: {seed}")
    random.seed(seed)
    np.random.seed(seed)
