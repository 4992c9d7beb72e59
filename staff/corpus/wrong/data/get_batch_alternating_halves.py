"""problem: get_batch
hint: independently

Even rows from the dataset's first half, odd ones from its second: right on average.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    half = n / 2
    drawn = torch.rand(batch_size, dtype=torch.float64)
    side = torch.randint(2, ()).item()
    starts = [
        min(int(half * ((row + side) % 2) + float(u) * half), n - 1) for row, u in enumerate(drawn)
    ]
    rows = np.stack([dataset[s : s + context_length + 1] for s in starts]).astype(np.int64)
    batch = torch.from_numpy(rows).to(device)
    return batch[:, :-1], batch[:, 1:]
