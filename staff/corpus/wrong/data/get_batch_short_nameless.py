"""problem: get_batch
hint: should name dataset

Does not say what is too short.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if batch_size > 0 and 0 < context_length >= len(dataset):
        raise ValueError("not enough tokens")
    return _right(dataset, batch_size, context_length, device)
