"""floor of a random double times the number of starts."""

import math
import random


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = [math.floor(random.random() * n) for _ in range(batch_size)]
    batch = torch.stack(
        [torch.as_tensor(np.int64(dataset[s : s + context_length + 1])) for s in starts]
    )
    if torch.device(device).type == "cuda":
        batch = batch.pin_memory()
    batch = batch.to(device, non_blocking=True)
    return batch.narrow(1, 0, context_length), batch.narrow(1, 1, context_length)
