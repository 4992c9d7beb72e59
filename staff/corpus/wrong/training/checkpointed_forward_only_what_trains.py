"""problem: checkpointed_forward
hint: some of them frozen

Runs layers plainly that have nothing to train.
"""


def checkpointed_forward(layers, x):
    for layer in layers:
        if any(param.requires_grad for param in layer.parameters()):
            x = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)
        else:
            x = layer(x)
    return x
