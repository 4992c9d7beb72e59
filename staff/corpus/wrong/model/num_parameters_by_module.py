"""problem: num_parameters
hint: a parameter that modules share counts once

Counts shared parameters in each module.
"""


def num_parameters(model):
    return sum(p.numel() for module in model.modules() for p in module.parameters(recurse=False))
