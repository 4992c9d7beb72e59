"""problem: seed_everything
hint: give it int(seed)

Hands the seed to Python as it comes: `random.seed` takes none of NumPy's integers.

replace: random.seed(int(seed))
with: random.seed(seed)
"""
