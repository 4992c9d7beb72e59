"""problem: get_batch
hint: looks like a position

The positions instead of the tokens at them: right on arange, and only there.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = torch.randint(n, (batch_size,))
    x = starts[:, None] + torch.arange(context_length)
    return x.to(device), (x + 1).to(device)
