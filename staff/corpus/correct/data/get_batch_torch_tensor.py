"""torch.tensor of each slice, with the dtype named."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    ix = torch.randint(0, len(dataset) - context_length, size=(batch_size,)).tolist()
    x = torch.stack([torch.tensor(dataset[i : i + context_length], dtype=torch.long) for i in ix])
    y = torch.stack(
        [torch.tensor(dataset[i + 1 : i + context_length + 1], dtype=torch.long) for i in ix]
    )
    if torch.device(device).type == "cuda":
        x, y = x.pin_memory(), y.pin_memory()
    return x.to(device, non_blocking=True), y.to(device, non_blocking=True)
