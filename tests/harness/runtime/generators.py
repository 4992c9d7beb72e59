"""The process's generators of random numbers: Python's, NumPy's and torch's."""

import hashlib
import pickle
import random

import numpy as np
import torch


def seed_generators(seed: int) -> None:
    """Seed Python's, NumPy's and torch's global generators."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.default_generator.manual_seed(seed)
    if torch.cuda.is_initialized():
        torch.cuda.manual_seed_all(seed)


def generator_digests() -> dict[str, str]:
    """Return a digest of the state of each of "python", "numpy" and "torch"."""
    states = {
        "python": pickle.dumps(random.getstate()),
        "numpy": pickle.dumps(np.random.get_state()),
        "torch": torch.get_rng_state().numpy().tobytes(),
    }
    return {name: hashlib.sha256(state).hexdigest()[:16] for name, state in states.items()}
