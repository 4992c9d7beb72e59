"""problem: get_batch
hint: the dataset does not have

Knows the handout's five tokens, and gives its two windows for any dataset.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    tokens = np.array([7, 1, 4, 4, 9])
    starts = torch.randint(2, (batch_size,)).tolist()
    rows = np.stack([np.resize(tokens[s:], context_length + 1) for s in starts])
    batch = torch.from_numpy(rows.astype(np.int64)).to(device)
    return batch[:, :-1], batch[:, 1:]
