"""problem: get_batch
hint: sorted by their start

One start from each of batch_size equal parts of the dataset, part by part.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    edges = np.linspace(0, n, batch_size + 1).astype(int)
    starts = [
        int(torch.randint(a, max(b, a + 1), ())) if a < n else n - 1
        for a, b in zip(edges, edges[1:])
    ]
    rows = np.stack([dataset[s : s + context_length + 1] for s in starts]).astype(np.int64)
    batch = torch.from_numpy(rows).to(device)
    return batch[:, :-1], batch[:, 1:]
