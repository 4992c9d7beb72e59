"""problem: asynchronous_copy
hint: nothing may wait

An asynchronous copy, and then a wait for the device, to be safe.
"""

import torch

_asynchronous = get_batch


def get_batch(dataset, batch_size, context_length, device):
    batch = _asynchronous(dataset, batch_size, context_length, device)
    if torch.device(device).type == "cuda":
        torch.cuda.synchronize()
    return batch
