"""problem: get_batch
hint: context_length

Rows of no tokens instead of an error.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if operator.index(context_length) == 0:
        empty = torch.empty(batch_size, 0, dtype=torch.int64, device=device)
        return empty, empty
    return _right(dataset, batch_size, context_length, device)
