"""problem: checkpointed_forward
hint: in evaluation mode

Runs the layers plainly in evaluation mode.
"""

_right = checkpointed_forward


def checkpointed_forward(layers, x):
    return _right(layers, x) if layers.training else layers(x)
