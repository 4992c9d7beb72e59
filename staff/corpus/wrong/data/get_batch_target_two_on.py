"""problem: get_batch
hint: by two

y is x moved on by two.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = torch.randint(max(n - 1, 1), (batch_size, 1)).numpy()
    at = np.minimum(starts + np.arange(context_length + 2), len(dataset) - 1)
    batch = torch.from_numpy(dataset[at].astype(np.int64)).to(device)
    return batch[:, :-2], batch[:, 2:]
