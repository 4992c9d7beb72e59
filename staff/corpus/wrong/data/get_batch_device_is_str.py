"""problem: get_batch
hint: torch.device

Takes the device for a str.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, "cpu")
    if device.startswith("cuda"):
        x, y = x.pin_memory(), y.pin_memory()
    return x.to(device), y.to(device)
