"""problem: train
hint: one for each step

One step fewer.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    steps = config.get("steps")
    return _right(
        {**config, "steps": max(0, steps - 1)} if isinstance(steps, int) and steps > 0 else config,
        checkpoint,
        stop_after,
    )
