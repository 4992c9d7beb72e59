"""problem: train
hint: the weights themselves should stay float32

Turns the weights into bfloat16, where they lose what small steps add.
"""

_in_float32 = _initial_state


def _initial_state(config):
    dtype = PRECISIONS[config["precision"]]
    state = _in_float32(config)
    return {name: weight.detach().to(dtype).requires_grad_() for name, weight in state.items()}
