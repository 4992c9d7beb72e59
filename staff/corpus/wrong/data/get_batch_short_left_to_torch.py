"""problem: get_batch
hint: expected ValueError or TypeError, got RuntimeError

Leaves it to torch.randint that the dataset is too short.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if context_length > 0:
        torch.randint(len(dataset) - context_length, (0,))
    return _right(dataset, batch_size, context_length, device)
