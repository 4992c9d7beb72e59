"""Stacks a slice for each row, inputs and targets apart."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    ix = torch.randint(len(dataset) - context_length, (batch_size,))
    x = torch.stack(
        [torch.from_numpy((dataset[i : i + context_length]).astype(np.int64)) for i in ix]
    )
    y = torch.stack(
        [torch.from_numpy((dataset[i + 1 : i + 1 + context_length]).astype(np.int64)) for i in ix]
    )
    if "cuda" in str(device):
        return x.pin_memory().to(device, non_blocking=True), y.pin_memory().to(
            device, non_blocking=True
        )
    return x.to(device), y.to(device)
