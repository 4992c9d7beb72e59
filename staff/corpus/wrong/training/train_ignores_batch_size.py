"""problem: train
hint: give the same weights

Always a batch of 8.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    return _right(
        {**config, "batch_size": 8} if config.get("batch_size", 0) >= 1 else config,
        checkpoint,
        stop_after,
    )
