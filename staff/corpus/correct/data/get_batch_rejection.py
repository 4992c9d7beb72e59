"""Random bits until a number falls below the number of starts."""

import random


def _below(n):
    bits = (n - 1).bit_length()
    while (drawn := random.getrandbits(bits) if bits else 0) >= n:
        pass
    return drawn


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = [_below(int(n)) for _ in range(batch_size)]
    columns = [
        np.array([dataset[s + column] for s in starts], dtype=np.int64)
        for column in range(context_length + 1)
    ]
    batch = torch.from_numpy(np.stack(columns, axis=1))
    batch = batch.pin_memory() if torch.device(device).type == "cuda" else batch
    batch = batch.to(device, non_blocking=True)
    return batch[:, :context_length], batch[:, 1:]
