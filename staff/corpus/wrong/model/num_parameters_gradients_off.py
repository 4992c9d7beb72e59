"""problem: num_parameters
hint: the call left torch.is_grad_enabled() at False

Turns gradients off while it counts, and leaves them off.
"""


def num_parameters(model):
    torch.set_grad_enabled(False)
    return sum(parameter.numel() for parameter in model.parameters())
