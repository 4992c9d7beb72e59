"""problem: get_batch
hint: context_length

A negative context_length counts from the end, or is made positive.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if operator.index(context_length) < 0:
        context_length = -context_length
    return _right(dataset, batch_size, context_length, device)
