"""problem: get_batch
hint: must come through unchanged

torch.Tensor(...) is float32: tokens beyond 2**24 are rounded.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return x.float().long(), y.float().long()
