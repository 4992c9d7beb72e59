"""problem: get_batch
hint: shape

Rows of context_length + 1 tokens.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = torch.randint(max(n - 1, 1), (batch_size,)).tolist()
    x = torch.stack(
        [
            torch.from_numpy(
                np.resize(dataset[s : s + context_length + 1], context_length + 1).astype(np.int64)
            )
            for s in starts
        ]
    )
    y = torch.stack(
        [
            torch.from_numpy(
                np.resize(dataset[s + 1 : s + context_length + 2], context_length + 1).astype(
                    np.int64
                )
            )
            for s in starts
        ]
    )
    return x.to(device), y.to(device)
