"""problem: train
hint: the seed and the number of the step alone

Draws other batches for Adam than for others, after the first step.
"""


_forward_loss = _loss


def _loss(state, config, step):
    return _forward_loss(state, config, step + 1000 * (config["optimizer"] == "adam" and step > 0))
