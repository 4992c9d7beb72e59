"""problem: train
hint: a weight of its own

One layer, num_layers times.
"""

_own = _initial_state


def _initial_state(config):
    state = _own(config)
    layers = [name for name in state if name != "final.weight"]
    return state | {name: state[layers[0]] for name in layers}
