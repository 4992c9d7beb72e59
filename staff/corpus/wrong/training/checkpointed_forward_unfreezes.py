"""problem: checkpointed_forward
hint: requires_grad included

Has every parameter require a gradient, for the sake of reentrant checkpoints.
"""


def checkpointed_forward(layers, x):
    layers.requires_grad_(True)
    for layer in layers:
        x = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=True)
    return x
