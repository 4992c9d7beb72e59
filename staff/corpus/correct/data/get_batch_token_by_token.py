"""Two loops, and each token written into a tensor."""

import random


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size={batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length={context_length}")
    n = len(dataset) - context_length
    if n <= 0:
        raise ValueError(f"dataset has {len(dataset)} tokens, context_length={context_length}")
    tokens = torch.zeros(batch_size, context_length + 1, dtype=torch.int64)
    for b in range(batch_size):
        start = random.randrange(n)
        for t in range(context_length + 1):
            tokens[b, t] = int(dataset[start + t])
    if "cuda" in str(device):
        tokens = tokens.pin_memory()
    tokens = tokens.to(device, non_blocking=True)
    return tokens[:, :-1], tokens[:, 1:]
