"""problem: num_parameters
hint: a frozen parameter may hold integers

Counts floating-point parameters alone.
"""


def num_parameters(model):
    return sum(p.numel() for p in model.parameters() if p.is_floating_point())
