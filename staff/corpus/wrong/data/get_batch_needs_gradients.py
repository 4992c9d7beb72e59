"""problem: get_batch
hint: float64

Only float tensors can have gradients: x comes as float64.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return x.double().requires_grad_(), y
