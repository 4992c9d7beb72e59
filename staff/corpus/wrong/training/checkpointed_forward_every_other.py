"""problem: checkpointed_forward
hint: this layer was not checkpointed

Checkpoints every other layer.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    for i, layer in enumerate(layers):
        x = layer(x) if i % 2 else checkpoint(layer, x, use_reentrant=False)
    return x
