"""problem: get_batch
hint: shape

Right only for square batches: the two sizes change places.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    return _right(dataset, context_length, batch_size, device)
