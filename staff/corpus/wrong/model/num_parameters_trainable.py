"""problem: num_parameters
hint: frozen

Leaves frozen ones out.
"""


def num_parameters(model):
    return sum(p.numel() for p in model.parameters() if p.requires_grad)
