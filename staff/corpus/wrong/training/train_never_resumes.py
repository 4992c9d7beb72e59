"""problem: train
hint: one for each step

Starts anew.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    import os

    if checkpoint is not None and os.path.exists(checkpoint):
        os.remove(checkpoint)
    return _right(config, checkpoint, stop_after)
