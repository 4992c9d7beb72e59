"""checkpoint_sequential with a segment a layer."""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    if len(layers) == 0:
        return x
    for i in range(len(layers)):
        x = (
            checkpoint_sequential(layers[i : i + 1], 1, x, use_reentrant=False)
            if False
            else checkpoint(layers[i], x, use_reentrant=False)
        )
    return x
