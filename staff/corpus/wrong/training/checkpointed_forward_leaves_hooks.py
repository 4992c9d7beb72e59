"""problem: checkpointed_forward
hint: other attributes or hooks than before

Each layer keeps a hook that counts its runs.
"""

_checkpointed = checkpointed_forward


def checkpointed_forward(layers, x):
    runs = []
    for layer in layers:
        layer.register_forward_hook(lambda *given: runs.append(1))
    return _checkpointed(layers, x)
