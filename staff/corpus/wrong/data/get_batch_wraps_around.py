"""problem: get_batch
hint: valid starts are

Every position is a start; windows go on at the beginning of the dataset.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = torch.randint(len(dataset), (batch_size, 1)).numpy()
    at = (starts + np.arange(context_length + 1)) % len(dataset)
    batch = torch.from_numpy(dataset[at].astype(np.int64)).to(device)
    return batch[:, :-1], batch[:, 1:]
