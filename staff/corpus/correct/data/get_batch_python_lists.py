"""Python's random and plain lists of ints."""

import random


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    x, y = [], []
    for _ in range(batch_size):
        start = random.randrange(n)
        window = [int(token) for token in dataset[start : start + context_length + 1]]
        x.append(window[:-1])
        y.append(window[1:])
    x, y = torch.tensor(x, dtype=torch.long), torch.tensor(y, dtype=torch.long)
    if torch.device(device).type != "cuda":
        return x.to(device), y.to(device)
    return x.pin_memory().to(device, non_blocking=True), y.pin_memory().to(
        device, non_blocking=True
    )
