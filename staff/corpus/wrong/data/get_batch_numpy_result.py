"""problem: get_batch
hint: Tensor

NumPy arrays instead of tensors.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, "cpu")
    return x.numpy(), y.numpy()
