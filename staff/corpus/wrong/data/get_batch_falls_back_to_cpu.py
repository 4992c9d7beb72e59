"""problem: get_batch
hint: should be an error

A device that is not there becomes the CPU, without a word.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    try:
        return _right(dataset, batch_size, context_length, device)
    except (RuntimeError, AssertionError):
        return _right(dataset, batch_size, context_length, "cpu")
