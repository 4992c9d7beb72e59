"""problem: seed_everything
hint: check the seed before any generator is seeded

Seeds Python and torch before it refuses what NumPy cannot take.
"""


def seed_everything(seed):
    random.seed(seed)
    torch.manual_seed(seed % 2**64)
    if not 0 <= seed < 2**32:
        raise ValueError(f"seed must be in [0, 2**32), got {seed}")
    np.random.seed(seed)
