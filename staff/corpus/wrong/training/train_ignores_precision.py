"""problem: train
hint: give the same weights

Always float32.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    known = ("float32", "bfloat16")
    return _right(
        {**config, "precision": "float32"} if config.get("precision") in known else config,
        checkpoint,
        stop_after,
    )
