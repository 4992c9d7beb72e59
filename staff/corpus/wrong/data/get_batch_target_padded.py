"""problem: get_batch
hint: last target

The last target is 0, since x has no token there.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    y = y.clone()
    y[:, -1] = 0
    return x, y
