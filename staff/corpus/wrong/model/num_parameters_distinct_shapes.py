"""problem: num_parameters
hint: one of all parameters of a shape

Counts equal values once.
"""


def num_parameters(model):
    return sum({tuple(p.shape): p.numel() for p in model.parameters()}.values())
