"""problem: checkpointed_forward
hint: the loop return

The return stands in the loop.
"""


def checkpointed_forward(layers, x):
    for layer in layers:
        x = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)
        return x
    return x
