"""problem: get_batch
hint: equal size

One start too many: its last target lies behind the end.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = torch.randint(n + 1, (batch_size,)).tolist()
    x = [torch.from_numpy(dataset[s : s + context_length].astype(np.int64)) for s in starts]
    y = [torch.from_numpy(dataset[s + 1 : s + 1 + context_length].astype(np.int64)) for s in starts]
    return torch.stack(x).to(device), torch.stack(y).to(device)
