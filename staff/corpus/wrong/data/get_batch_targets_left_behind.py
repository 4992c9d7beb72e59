"""problem: get_batch
hint: device

x goes to the device, y stays.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, "cpu")
    return x.to(device), y
