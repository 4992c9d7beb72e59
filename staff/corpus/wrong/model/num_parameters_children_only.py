"""problem: num_parameters

One level deep.
"""


def num_parameters(model):
    return sum(
        p.numel() for child in [model, *model.children()] for p in child.parameters(recurse=False)
    )
