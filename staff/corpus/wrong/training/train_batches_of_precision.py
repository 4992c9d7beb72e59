"""problem: train
hint: the seed and the number of the step alone

Draws other batches in bfloat16 than in float32.
"""


_forward_loss = _loss


def _loss(state, config, step):
    low = config["precision"] == "bfloat16"
    return _forward_loss(state, config, step + 1000 * low)
