"""problem: get_batch
hint: the dataset does not have

A window view with the strides of a contiguous array.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    if dataset.strides[0] <= dataset.itemsize:
        return _right(dataset, batch_size, context_length, device)
    windows = np.lib.stride_tricks.as_strided(
        dataset, (n, context_length + 1), (dataset.itemsize, dataset.itemsize)
    )
    batch = torch.from_numpy(windows[np.random.randint(n, size=batch_size)].astype(np.int64))
    return batch[:, :-1].to(device), batch[:, 1:].to(device)
