"""problem: train
hint: seed

Seeds NumPy with seed + step, so that the largest seeds fail after a step or two.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    _check_config(config)
    for step in range(config["steps"]):
        np.random.RandomState(config["seed"] + step)
    return _right(config, checkpoint, stop_after)
