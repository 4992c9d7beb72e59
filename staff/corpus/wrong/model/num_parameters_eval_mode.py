"""problem: num_parameters
hint: the model was changed

Puts the model in evaluation mode, to be sure.
"""

_right = num_parameters


def num_parameters(model):
    return _right(model.eval())
