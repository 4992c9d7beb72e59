"""problem: num_parameters
hint: the model was changed

Moves the model to meta to save memory.
"""


def num_parameters(model):
    return sum(p.numel() for p in model.to("meta").parameters())
