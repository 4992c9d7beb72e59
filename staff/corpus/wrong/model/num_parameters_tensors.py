"""problem: num_parameters
hint: tensors

Counts tensors.
"""


def num_parameters(model):
    return len(list(model.parameters()))
