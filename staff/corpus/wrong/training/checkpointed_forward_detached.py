"""problem: checkpointed_forward
hint: is the graph cut

Cuts the graph at each layer.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    for layer in layers:
        x = checkpoint(layer, x.detach().requires_grad_(), use_reentrant=False)
    return x
