"""problem: checkpointed_forward

Takes a layer that is itself a Sequential apart, and keeps what passes inside.
"""

_flat = checkpointed_forward


def checkpointed_forward(layers, x):
    for layer in layers:
        inside = isinstance(layer, nn.Sequential)
        x = checkpointed_forward(layer, x) if inside else _flat([layer], x)
    return x
