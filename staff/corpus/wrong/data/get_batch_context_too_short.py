"""problem: get_batch
hint: shape

One window of context_length tokens is cut into x and y of one token fewer.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return x[:, :-1], x[:, 1:]
