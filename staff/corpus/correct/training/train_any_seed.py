"""Takes a seed of more than 32 bits."""

_right = train


def train(config, checkpoint=None, stop_after=None):
    if isinstance(config.get("seed"), int) and config["seed"] >= 2**32:
        config = {**config, "seed": config["seed"] % 2**32}
    return _right(config, checkpoint, stop_after)
