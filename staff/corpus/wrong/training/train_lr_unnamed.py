"""problem: train
hint: should name learning rate or lr

A negative lr is refused without a word of which value it is.
"""

_right_train = train


def train(config, checkpoint=None, stop_after=None):
    if config.get("lr", 0) < 0:
        raise ValueError("a value is negative: -0.5")
    return _right_train(config, checkpoint, stop_after)
