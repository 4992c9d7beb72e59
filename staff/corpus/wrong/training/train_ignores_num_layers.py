"""problem: train
hint: expected a state with

Always one layer.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    result = _right(
        config
        if config.get("num_layers", 1) == 0
        else {**config, "num_layers": 1}
        if "num_layers" in config
        else config,
        checkpoint,
        stop_after,
    )
    return result
