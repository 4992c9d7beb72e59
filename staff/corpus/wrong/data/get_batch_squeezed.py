"""problem: get_batch
hint: shape

A batch of one row loses its first dim.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return x.squeeze(0), y.squeeze(0)
