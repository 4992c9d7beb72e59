"""problem: train
hint: expected a state with

Other names in the state.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    result = _right(config, checkpoint, stop_after)
    return {
        **result,
        "state": {k.replace("layers", "blocks"): v for k, v in result["state"].items()},
    }
