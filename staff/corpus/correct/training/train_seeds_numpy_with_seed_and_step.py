"""Seeds NumPy with seed + step, as the handout proposes: seeds near 2**32 leave its range."""

_right = train


def train(config, checkpoint=None, stop_after=None):
    _check_config(config)
    for step in range(config["steps"]):
        np.random.RandomState(config["seed"] + step)
    return _right(config, checkpoint, stop_after)
