"""problem: get_batch
hint: changed places

Targets first, inputs second.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return y, x
