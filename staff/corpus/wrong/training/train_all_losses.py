"""problem: train
hint: one for each step

Returns all losses since the beginning.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    import os

    if checkpoint is not None and os.path.exists(checkpoint):
        before = _right(config, None, torch.load(checkpoint, weights_only=True)["iteration"])[
            "losses"
        ]
        result = _right(config, checkpoint, stop_after)
        return {**result, "losses": before + result["losses"]}
    return _right(config, checkpoint, stop_after)
