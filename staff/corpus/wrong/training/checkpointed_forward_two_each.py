"""problem: checkpointed_forward
hint: give each layer a checkpoint of its own

A checkpoint for every two layers.
"""

from torch.utils.checkpoint import checkpoint


def checkpointed_forward(layers, x):
    layers = list(layers)
    for i in range(0, len(layers), 2):
        x = checkpoint(nn.Sequential(*layers[i : i + 2]), x, use_reentrant=False)
    return x
