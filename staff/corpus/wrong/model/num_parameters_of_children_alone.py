"""problem: num_parameters
hint: the model's own parameters count too

All parameters of the children, none of the model itself.
"""


def num_parameters(model):
    return sum(p.numel() for m in model.children() for p in m.parameters())
