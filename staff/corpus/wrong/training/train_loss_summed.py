"""problem: train

Losses multiplied by the batch.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    result = _right(config, checkpoint, stop_after)
    return {**result, "losses": [x * config["batch_size"] for x in result["losses"]]}
