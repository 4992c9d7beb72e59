"""problem: num_parameters
hint: the addresses of meta tensors are all 0

Knows shared parameters by their address, which is 0 for all on the meta device.
"""


def num_parameters(model):
    return sum({p.data_ptr(): p.numel() for p in model.parameters()}.values())
