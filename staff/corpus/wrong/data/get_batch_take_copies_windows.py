"""problem: get_batch
hint: allocate

np.take from a view of all windows: it copies the view first, context_length times the dataset.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    (stride,) = dataset.strides
    windows = np.lib.stride_tricks.as_strided(
        dataset, shape=(n, context_length + 1), strides=(stride, stride), writeable=False
    )
    batch = torch.from_numpy(
        np.take(windows, np.random.randint(n, size=batch_size), axis=0).astype(np.int64)
    )
    batch = batch.pin_memory() if torch.device(device).type == "cuda" else batch
    batch = batch.to(device, non_blocking=True)
    return batch[:, :-1], batch[:, 1:]
