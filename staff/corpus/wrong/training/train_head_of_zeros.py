"""problem: train
hint: the seed decides every weight

The head starts at 0, whatever the seed, so that the layers before it get no gradient at first.
"""

_random = _initial_state


def _initial_state(config):
    state = _random(config)
    state["final.weight"].data.zero_()
    return state
