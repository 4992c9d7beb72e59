"""x and y share nothing; each row is drawn by a call of its own."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    x = torch.zeros(batch_size, context_length, dtype=torch.long)
    y = torch.zeros(batch_size, context_length, dtype=torch.long)
    for row in range(batch_size):
        start = torch.randint(low=0, high=n, size=(1,)).item()
        x[row, :] = torch.as_tensor(dataset[start : start + context_length].astype(np.int64))
        y[row, :-1] = x[row, 1:]
        y[row, -1] = int(dataset[start + context_length])
    if torch.device(device).type == "cuda":
        return x.pin_memory().to(device, non_blocking=True), y.pin_memory().to(
            device, non_blocking=True
        )
    return x.to(device), y.to(device)
