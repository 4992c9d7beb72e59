"""problem: get_batch
hint: changed its argument

Sets the tokens that it has read to 0, so that none is used twice.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    batch = _right(dataset, batch_size, context_length, device)
    if dataset.flags.writeable:
        dataset[:1] = 0
    return batch
