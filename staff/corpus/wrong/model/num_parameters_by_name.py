"""problem: num_parameters
hint: any name

Counts what is called weight or bias.
"""


def num_parameters(model):
    named = [(name.split(".")[-1], p) for name, p in model.named_parameters()]
    return sum(p.numel() for name, p in named if name in ("weight", "bias"))
