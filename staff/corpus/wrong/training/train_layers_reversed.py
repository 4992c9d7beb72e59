"""problem: train
hint: in the order of their numbers

Runs the square layers backwards, layers.0 last.
"""


_forward_loss = _loss


def _loss(state, config, step):
    *square, final = state.items()
    return _forward_loss(dict([*square[::-1], final]), config, step)
