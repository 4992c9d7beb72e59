"""problem: checkpointed_forward
hint: hand each layer over as an argument

Makes a function of each layer in a loop: when they run again, all of them see the last one.
"""


def checkpointed_forward(layers, x):
    for layer in layers:
        x = torch.utils.checkpoint.checkpoint(lambda h: layer(h), x, use_reentrant=False)
    return x
