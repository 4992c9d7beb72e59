"""problem: get_batch
hint: int64

x is int64, y is not.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return x, y.int()
