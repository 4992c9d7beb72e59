"""problem: train
hint: only None runs to the end

Takes stop_after 0 for None.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    return _right(config, checkpoint, stop_after or config.get("steps"))
