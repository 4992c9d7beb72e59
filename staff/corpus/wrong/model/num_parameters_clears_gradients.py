"""problem: num_parameters
hint: the model was changed

Clears the gradients before it counts.
"""


def num_parameters(model):
    model.zero_grad()
    return sum(p.numel() for p in model.parameters())
