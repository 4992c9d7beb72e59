"""problem: checkpointed_forward
hint: each layer's own

Puts all that is in the layers in the mode of the whole before they run.
"""

_right_checkpointed_forward = checkpointed_forward


def checkpointed_forward(layers, x):
    return _right_checkpointed_forward(layers.train(layers.training), x)
