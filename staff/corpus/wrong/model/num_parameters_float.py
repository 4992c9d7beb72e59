"""problem: num_parameters
hint: expected the integer

A float.
"""


def num_parameters(model):
    return float(sum(p.numel() for p in model.parameters()))
