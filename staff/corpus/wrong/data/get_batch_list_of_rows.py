"""problem: get_batch
hint: expected a plain torch.Tensor

Lists of rows instead of tensors.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return list(x), list(y)
