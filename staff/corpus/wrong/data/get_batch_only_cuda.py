"""problem: get_batch
hint: device

Moves the batch to CUDA devices, and leaves it on the CPU for any other.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, "cpu")
    if str(device).startswith("cuda"):
        return x.to(device), y.to(device)
    return x, y
