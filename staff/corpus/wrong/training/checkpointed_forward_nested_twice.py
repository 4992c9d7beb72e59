"""problem: checkpointed_forward

A checkpoint in a checkpoint: every layer runs three times.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    for layer in layers:
        x = checkpoint(lambda y, layer=layer: checkpoint(layer, y, use_reentrant=False), x, use_reentrant=False)
    return x
