"""problem: get_batch
hint: pair (x, y)

x, y and the starts.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return x, y, torch.arange(batch_size)
