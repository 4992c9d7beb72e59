"""problem: num_parameters

Asks the storages, which may hold more than the parameters.
"""


def num_parameters(model):
    return sum(p.untyped_storage().nbytes() // p.element_size() for p in model.parameters())
