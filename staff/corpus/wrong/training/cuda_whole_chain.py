"""problem: checkpointed_peak
hint: checkpoint each layer

On a device, one checkpoint around all layers: all their insides are alive at once in backward.
"""

import torch.utils.checkpoint

_layer_by_layer = checkpointed_forward


def checkpointed_forward(layers, x):
    if not x.is_cuda:
        return _layer_by_layer(layers, x)
    return torch.utils.checkpoint.checkpoint(layers, x, use_reentrant=False)
