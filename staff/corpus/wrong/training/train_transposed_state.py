"""problem: train
hint: has shape

Weights transposed.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    result = _right(config, checkpoint, stop_after)
    return {**result, "state": {k: v.T for k, v in result["state"].items()}}
