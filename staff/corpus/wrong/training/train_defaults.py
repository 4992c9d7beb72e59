"""problem: train
hint: but the call returned

Fills missing keys in.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    return _right({"lr": 0.01, "seed": 0, "precision": "float32", **config}, checkpoint, stop_after)
