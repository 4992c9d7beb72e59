"""problem: get_batch
hint: row of x

Gathers tokens first, batch second, and reshapes instead of transposing.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = torch.randint(n, (batch_size,)).numpy()
    at = starts[None, :] + np.arange(context_length)[:, None]
    x, y = (
        dataset[at + move].astype(np.int64).reshape(batch_size, context_length) for move in (0, 1)
    )
    return torch.from_numpy(x).to(device), torch.from_numpy(y).to(device)
