"""Starts and steps as named axes."""

from einops import rearrange, repeat


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = repeat(
        torch.randint(n, (batch_size,)), "batch -> batch time", time=int(context_length) + 1
    )
    at = starts + rearrange(torch.arange(context_length + 1), "time -> 1 time")
    batch = torch.from_numpy(dataset[at.numpy()].astype(np.int64))
    batch = batch.pin_memory() if torch.device(device).type == "cuda" else batch
    batch = batch.to(device, non_blocking=True)
    return batch[:, :-1], batch[:, 1:]
