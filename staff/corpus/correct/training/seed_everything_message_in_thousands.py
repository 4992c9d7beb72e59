"""Writes the seed into its message in groups of three digits; puts in the states of new generators."""

import operator
import random

import numpy as np
import torch


def seed_everything(seed):
    seed = operator.index(seed)
    if seed not in range(2**32):
        raise ValueError(f"seed must be below 4,294,967,296, and 0 or more, got {seed:,}")
    random.setstate(random.Random(seed).getstate())
    np.random.set_state(np.random.RandomState(seed).get_state())
    torch.set_rng_state(torch.Generator().manual_seed(seed).get_state())
