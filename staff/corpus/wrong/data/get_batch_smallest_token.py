"""problem: get_batch
hint: min()

Looks through all tokens for a negative one first.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if len(dataset) and dataset.min() < 0:
        raise ValueError("a token is negative")
    return _right(dataset, batch_size, context_length, device)
