"""problem: get_batch
hint: windows of its own

x and y come from different draws.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, _ = _right(dataset, batch_size, context_length, device)
    _, y = _right(dataset, batch_size, context_length, device)
    return x, y
