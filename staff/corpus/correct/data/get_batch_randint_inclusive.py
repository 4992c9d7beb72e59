"""random.randint, whose upper end is included."""

import random


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    out = np.empty((2, batch_size, context_length), dtype=np.int64)
    for row in range(batch_size):
        start = random.randint(0, len(dataset) - context_length - 1)
        out[0, row] = dataset[start : start + context_length]
        out[1, row] = dataset[start + 1 : start + 1 + context_length]
    batch = torch.from_numpy(out)
    if torch.device(device).type == "cuda":
        batch = batch.pin_memory()
    x, y = batch.to(device, non_blocking=True)
    return x, y
