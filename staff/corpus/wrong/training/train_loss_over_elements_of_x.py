"""problem: train
hint: not over the elements of x too

Divides the squared errors by the number of elements of x.
"""


def _loss(state, config, step, right=_loss):
    return right(state, config, step) / config["dim"]
