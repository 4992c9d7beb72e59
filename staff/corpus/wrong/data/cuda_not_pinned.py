"""problem: asynchronous_copy
hint: pin the batch

A copy that is asked not to block, from memory that is not pinned.
"""

_pinned = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _pinned(dataset, batch_size, context_length, "cpu")
    return x.to(device, non_blocking=True), y.to(device, non_blocking=True)
