"""problem: checkpointed_forward

Runs each layer once more in forward.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    for layer in layers:
        with torch.no_grad():
            layer(x)
        x = checkpoint(layer, x, use_reentrant=False)
    return x
