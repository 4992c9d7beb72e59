"""problem: get_batch
hint: min()

Looks through all tokens for a negative one first.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    if dataset.min() < 0:
        raise ValueError("a token is negative")
    starts = torch.randint(n, (batch_size,)).tolist()
    rows = np.stack([dataset[s : s + context_length + 1] for s in starts]).astype(np.int64)
    batch = torch.from_numpy(rows).to(device)
    return batch[:, :-1], batch[:, 1:]
