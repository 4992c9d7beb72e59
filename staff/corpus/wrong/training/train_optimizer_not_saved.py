"""problem: train
hint: stopped twice and resumed

Forgets the optimizer's state on resuming.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    import os

    if checkpoint is not None and os.path.exists(checkpoint):
        saved = torch.load(checkpoint, weights_only=True)
        saved["optimizer"]["state"] = {}
        torch.save(saved, checkpoint)
    return _right(config, checkpoint, stop_after)
