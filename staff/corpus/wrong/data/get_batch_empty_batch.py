"""problem: get_batch
hint: batch_size

A batch of no rows instead of an error.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if operator.index(batch_size) == 0:
        empty = torch.empty(0, context_length, dtype=torch.int64, device=device)
        return empty, empty
    return _right(dataset, batch_size, context_length, device)
