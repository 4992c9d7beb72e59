"""problem: get_batch
hint: shape

Tokens first, batch second.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return x.T.contiguous(), y.T.contiguous()
