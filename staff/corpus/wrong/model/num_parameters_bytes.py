"""problem: num_parameters
hint: this is bytes

Bytes.
"""


def num_parameters(model):
    return sum(p.nbytes for p in model.parameters())
