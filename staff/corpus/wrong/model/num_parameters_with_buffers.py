"""problem: num_parameters
hint: buffers

Counts buffers.
"""


def num_parameters(model):
    return sum(p.numel() for p in model.state_dict().values())
