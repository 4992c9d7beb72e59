"""np.random.choice over a number: no list of starts is made."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = np.random.choice(n, size=batch_size, replace=True)
    x = np.stack([dataset[start : start + context_length] for start in starts], dtype=np.int64)
    y = np.stack(
        [dataset[start + 1 : start + context_length + 1] for start in starts], dtype=np.int64
    )
    x, y = torch.from_numpy(x), torch.from_numpy(y)
    if torch.device(device).type == "cuda":
        x, y = x.pin_memory(), y.pin_memory()
    return x.to(device, non_blocking=True), y.to(device, non_blocking=True)
