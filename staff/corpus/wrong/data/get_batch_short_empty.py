"""problem: get_batch
hint: too short

A dataset too short gives an empty batch.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if batch_size > 0 and 0 < context_length >= len(dataset):
        empty = torch.empty(0, context_length, dtype=torch.int64, device=device)
        return empty, empty
    return _right(dataset, batch_size, context_length, device)
