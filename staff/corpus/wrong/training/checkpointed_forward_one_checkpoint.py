"""problem: checkpointed_forward
hint: keep the input of each layer

One checkpoint around the whole chain.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    return checkpoint(layers, x, use_reentrant=False)
