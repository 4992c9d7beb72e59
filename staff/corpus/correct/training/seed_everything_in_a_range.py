"""Looks for the seed in a range, which for NumPy's integers tries one number after the other."""

_seed_all = seed_everything


def seed_everything(seed):
    """Seed all generators."""
    if seed not in range(2**32):
        raise ValueError(f"seed {seed} is not in [0, 2**32)")
    _seed_all(seed)
