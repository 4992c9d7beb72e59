"""problem: num_parameters

Counts equal values once.
"""


def num_parameters(model):
    return sum({tuple(p.shape): p.numel() for p in model.parameters()}.values())
