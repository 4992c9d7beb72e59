"""problem: checkpointed_forward

Runs without Dropout.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    for layer in layers:
        layer.eval()
        x = checkpoint(layer, x, use_reentrant=False)
        layer.train()
    return x
