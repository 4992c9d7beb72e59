"""problem: train
hint: the weights did not change

Returns the initial weights.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    result = _right(config, checkpoint, stop_after)
    return {**result, "state": _right({**config, "steps": 0})["state"]}
