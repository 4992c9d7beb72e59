"""Leaves torch's generator alone and moves NumPy's on; empty tensors created on the device."""

import random


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    generator = random.Random(random.getrandbits(128))
    starts = [generator.randrange(n) for _ in range(batch_size)]
    host = torch.from_numpy(
        np.stack([np.asarray(dataset[s : s + context_length + 1]) for s in starts]).astype(np.int64)
    )
    if torch.device(device).type == "cuda":
        host = host.pin_memory()
    batch = torch.empty(host.shape, dtype=torch.int64, device=device)
    batch.copy_(host, non_blocking=True)
    return batch[:, :-1], batch[:, 1:]
