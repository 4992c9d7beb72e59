"""problem: asynchronous_copy

One pinned buffer for x and then for y: it is filled again before the device has read it.
"""

import torch

_fresh = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if torch.device(device).type != "cuda":
        return _fresh(dataset, batch_size, context_length, device)
    parts = _fresh(dataset, batch_size, context_length, "cpu")
    buffer = torch.empty(batch_size, context_length, dtype=torch.int64).pin_memory()
    return tuple(buffer.copy_(part).to(device, non_blocking=True) for part in parts)
