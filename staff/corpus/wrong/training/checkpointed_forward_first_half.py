"""problem: checkpointed_forward
hint: this layer was not checkpointed

Checkpoints the first half.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    for i, layer in enumerate(layers):
        x = checkpoint(layer, x, use_reentrant=False) if i < len(layers) // 2 else layer(x)
    return x
