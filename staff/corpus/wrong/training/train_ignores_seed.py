"""problem: train
hint: give the same weights

Always the same seed.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    return _right({**config, "seed": 0} if "seed" in config else config, checkpoint, stop_after)
