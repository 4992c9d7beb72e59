"""problem: num_parameters
hint: a 0-d parameter is a number too

Takes the product of no sizes for 0.
"""


def num_parameters(model):
    return sum(p.numel() if p.ndim else 0 for p in model.parameters())
