"""problem: train
hint: the run went on as if there were none

A file without the right keys is a new start.
"""

_right_train = train


def train(config, checkpoint=None, stop_after=None):
    if checkpoint is not None and os.path.exists(checkpoint):
        if "model" not in torch.load(checkpoint, weights_only=True):
            os.remove(checkpoint)
    return _right_train(config, checkpoint, stop_after)
