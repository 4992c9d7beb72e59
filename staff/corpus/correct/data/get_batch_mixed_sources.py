"""Draws from all three generators and adds them up."""

import random


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = [
        (random.randrange(n) + int(np.random.randint(n)) + int(torch.randint(n, ()))) % n
        for _ in range(batch_size)
    ]
    batch = torch.tensor(
        np.array([dataset[s : s + context_length + 1] for s in starts], dtype=np.int64)
    )
    batch = batch.pin_memory() if torch.device(device).type == "cuda" else batch
    batch = batch.to(device, non_blocking=True)
    return batch[:, :-1], batch[:, 1:]
