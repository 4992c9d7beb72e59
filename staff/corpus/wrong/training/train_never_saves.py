"""problem: train
hint: no checkpoint was saved

Does not save.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    return _right(config, None, stop_after)
