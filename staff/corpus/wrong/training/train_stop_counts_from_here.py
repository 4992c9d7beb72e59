"""problem: train
hint: one for each step

Counts stop_after from where it went on.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    import os

    if checkpoint is not None and stop_after is not None and os.path.exists(checkpoint):
        stop_after += torch.load(checkpoint, weights_only=True)["iteration"]
    return _right(config, checkpoint, stop_after)
