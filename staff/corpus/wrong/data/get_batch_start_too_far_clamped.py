"""problem: get_batch
hint: valid starts are

One start too many; behind the end the last token is read again.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = torch.randint(n + 1, (batch_size, 1)).numpy()
    at = np.minimum(starts + np.arange(context_length + 1), len(dataset) - 1)
    batch = torch.from_numpy(dataset[at].astype(np.int64)).to(device)
    return batch[:, :-1], batch[:, 1:]
