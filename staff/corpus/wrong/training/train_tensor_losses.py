"""problem: train
hint: a finite float

Losses as tensors.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    result = _right(config, checkpoint, stop_after)
    return {**result, "losses": [torch.tensor(x) for x in result["losses"]]}
