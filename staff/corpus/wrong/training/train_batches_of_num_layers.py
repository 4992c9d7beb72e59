"""problem: train
hint: the seed and the number of the step alone

Batches depend on the number of layers, as when weights and batches come from one generator.
"""

_right = _loss


def _loss(state, config, step):
    return _right(state, {**config, "seed": config["seed"] + config["num_layers"]}, step)
