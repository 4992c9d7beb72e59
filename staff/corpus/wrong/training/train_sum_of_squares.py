"""problem: train
hint: take their mean

The loss, and with it each step, is of the sum over the batch.
"""

_mean = _loss


def _loss(state, config, step):
    return _mean(state, config, step) * config["batch_size"]
