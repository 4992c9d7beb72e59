"""problem: checkpointed_forward
hint: should draw what the first one drew

Does not keep the random state: another Dropout in backward.
"""

from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed_forward(layers, x):
    for layer in layers:
        x = checkpoint(layer, x, use_reentrant=False, preserve_rng_state=False)
    return x
