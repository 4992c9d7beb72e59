"""problem: seed_everything
hint: Python's global generator gets the seed itself

Seeds Python with text.
"""

import random

import numpy as np


def seed_everything(seed):
    if not 0 <= seed < 2**32:
        raise ValueError(f"seed: {seed}")
    random.seed(str(seed))
    np.random.seed(seed)
    torch.manual_seed(seed)
