"""problem: train
hint: wherever that is

Does not save a run that stops before its first step.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    there = checkpoint is not None and os.path.exists(checkpoint)
    result = _right(config, checkpoint, stop_after)
    if checkpoint is not None and not there and not result["losses"]:
        os.remove(checkpoint)
    return result
