"""problem: num_parameters
hint: beyond 2⁵³ only integers are exact

An integer in the end, and floats on the way there.
"""


def num_parameters(model):
    return int(sum(float(parameter.numel()) for parameter in model.parameters()))
