"""problem: get_batch
hint: sorted

The tokens of each window in ascending order.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, "cpu")
    both = torch.cat([x, y[:, -1:]], dim=1).sort(dim=1).values
    return both[:, :-1].to(device), both[:, 1:].to(device)
