"""Reads in the order of the file, then puts the rows back in the order drawn."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = np.random.randint(n, size=batch_size)
    order = np.argsort(starts)
    batch = np.empty((batch_size, context_length + 1), dtype=np.int64)
    for row in order:
        batch[row] = dataset[starts[row] : starts[row] + context_length + 1]
    batch = torch.from_numpy(batch)
    batch = batch.pin_memory() if torch.device(device).type == "cuda" else batch
    batch = batch.to(device, non_blocking=True)
    return batch[:, :-1], batch[:, 1:]
