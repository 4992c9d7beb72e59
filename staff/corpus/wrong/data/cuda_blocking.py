"""problem: asynchronous_copy
hint: not block

Pinned memory, and a copy that blocks all the same.
"""

import torch

_asynchronous = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if torch.device(device).type != "cuda":
        return _asynchronous(dataset, batch_size, context_length, device)
    x, y = _asynchronous(dataset, batch_size, context_length, "cpu")
    return x.pin_memory().to(device), y.pin_memory().to(device)
