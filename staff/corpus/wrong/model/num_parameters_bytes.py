"""problem: num_parameters

Bytes.
"""

def num_parameters(model):
    return sum(p.nbytes for p in model.parameters())
