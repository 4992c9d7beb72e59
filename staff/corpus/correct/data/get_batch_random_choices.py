"""random.choices over a range, which is not a list."""

import random


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = random.choices(range(n), k=batch_size)
    rows = [np.array(dataset[s : s + context_length + 1], dtype=np.int64) for s in starts]
    batch = torch.from_numpy(np.vstack(rows))
    if torch.device(device).type == "cuda":
        batch = batch.pin_memory()
    batch = batch.to(device=device, non_blocking=True)
    return tuple(part.contiguous() for part in (batch[:, :-1], batch[:, 1:]))
