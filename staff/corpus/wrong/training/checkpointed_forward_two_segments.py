"""problem: checkpointed_forward

Two segments, however many layers.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    return (
        checkpoint_sequential(layers, 2, x, use_reentrant=False) if len(layers) > 1 else layers(x)
    )
