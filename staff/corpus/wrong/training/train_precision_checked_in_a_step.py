"""problem: train
hint: 'steps': 0

An unknown precision is noticed at the first step, which a run of none does not take.
"""

_train = train


def train(config, checkpoint=None, stop_after=None):
    if config.get("steps") == 0 and "precision" in config:
        config = config | {"precision": "float32"}
    return _train(config, checkpoint, stop_after)
