"""problem: checkpointed_forward
hint: this layer was not checkpointed

No checkpointing.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    return layers(x)
