"""Draws, then shuffles the draws: still independent."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = torch.randint(n, (batch_size,))[torch.randperm(batch_size)]
    x = torch.stack(
        [
            torch.from_numpy(dataset[int(s) : int(s) + context_length].astype(np.int64))
            for s in starts
        ]
    )
    y = torch.stack(
        [
            torch.from_numpy(dataset[int(s) + 1 : int(s) + context_length + 1].astype(np.int64))
            for s in starts
        ]
    )
    if torch.device(device).type == "cuda":
        x, y = x.pin_memory(), y.pin_memory()
    return x.to(device=device, non_blocking=True), y.to(device=device, non_blocking=True)
