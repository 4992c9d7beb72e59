"""problem: train

Draws other initial weights in bfloat16 than in float32.
"""


_drawn = _initial_state


def _initial_state(config):
    low = config["precision"] == "bfloat16"
    return _drawn(config | {"seed": (config["seed"] + low) % 2**32})
