"""problem: train
hint: first batch

Seed times step: the first batch is the same for every seed.
"""

_right = _loss


def _loss(state, config, step):
    return _right(state, {**config, "seed": config["seed"] * step}, step)
