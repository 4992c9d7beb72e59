"""problem: seed_everything
hint: supported seed types

Hands the seed to Python as it comes: `random.seed` takes none of NumPy's integers.

replace: random.seed(int(seed))
with: random.seed(seed)
"""
