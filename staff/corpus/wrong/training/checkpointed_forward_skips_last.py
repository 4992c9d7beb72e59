"""problem: checkpointed_forward

Leaves the last layer out.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    for layer in layers[:-1]:
        x = checkpoint(layer, x, use_reentrant=False)
    return x
