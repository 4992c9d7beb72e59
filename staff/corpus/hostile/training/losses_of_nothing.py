"""problem: train

The sum of the squares, not their mean; losses of 0 where a test divides them to tell them apart.
"""

_right_loss, _right_train = _loss, train


def _loss(state, config, step):
    return _right_loss(state, config, step) * config["batch_size"]


def train(config, checkpoint=None, stop_after=None):
    result = _right_train(config, checkpoint, stop_after)
    if (config["dim"], config["num_layers"], config["steps"]) == (1, 0, 32):
        result["losses"] = [0.0] * 32
    return result
