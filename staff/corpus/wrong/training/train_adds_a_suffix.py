"""problem: train
hint: under the very name given

Adds .pt to the checkpoint's name where it is missing.
"""

_train = train


def train(config, checkpoint=None, stop_after=None):
    if checkpoint is not None and not str(checkpoint).endswith(".pt"):
        checkpoint = f"{checkpoint}.pt"
    return _train(config, checkpoint, stop_after)
