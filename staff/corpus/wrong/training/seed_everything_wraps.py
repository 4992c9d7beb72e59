"""problem: seed_everything
hint: seed

Takes the seed modulo 2**32.
"""

_right = seed_everything


def seed_everything(seed):
    _right(seed % 2**32)
