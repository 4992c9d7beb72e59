"""problem: get_batch
hint: memory

Converts the whole dataset to int64 in each call.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    tokens = torch.from_numpy(dataset.astype(np.int64))
    starts = torch.randint(n, (batch_size, 1))
    batch = tokens[starts + torch.arange(context_length + 1)].to(device)
    return batch[:, :-1], batch[:, 1:]
