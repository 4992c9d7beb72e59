"""problem: get_batch
hint: shape

A context of one token loses its last dim.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return x.squeeze(-1), y.squeeze(-1)
