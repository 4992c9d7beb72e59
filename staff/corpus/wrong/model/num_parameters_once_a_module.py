"""problem: num_parameters
hint: again for every module around it

All parameters of every module, nested ones again and again.
"""


def num_parameters(model):
    return sum(p.numel() for m in model.modules() for p in m.parameters())
