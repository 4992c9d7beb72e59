"""problem: get_batch
hint: should name

Errors that name neither argument nor value.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    try:
        return _right(dataset, batch_size, context_length, device)
    except ValueError:
        raise ValueError("bad arguments") from None
