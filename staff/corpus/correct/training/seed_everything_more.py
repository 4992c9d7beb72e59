"""Seeds CUDA too."""

import random

import numpy as np


def seed_everything(seed):
    if seed < 0 or seed > 2**32 - 1:
        raise ValueError(f"seed={seed} is not in [0, 2**32)")
    random.seed(int(seed))
    np.random.seed(int(seed))
    torch.manual_seed(int(seed))
    if torch.cuda.is_available():
        torch.cuda.manual_seed_all(int(seed))
