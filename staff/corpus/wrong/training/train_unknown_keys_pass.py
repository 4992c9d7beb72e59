"""problem: train
hint: but the call returned

Takes unknown keys.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    keys = ("dim", "num_layers", "batch_size", "steps", "lr", "optimizer", "precision", "seed")
    return _right({k: v for k, v in config.items() if k in keys}, checkpoint, stop_after)
