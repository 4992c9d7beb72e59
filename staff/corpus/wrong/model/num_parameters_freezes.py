"""problem: num_parameters
hint: the model was changed

Freezes the model on the way.
"""


def num_parameters(model):
    return sum(p.requires_grad_(False).numel() for p in model.parameters())
