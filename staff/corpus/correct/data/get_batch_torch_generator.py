"""A torch generator of the call's own, seeded from the global one."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    generator = torch.Generator()
    generator.manual_seed(torch.empty((), dtype=torch.int64).random_().item())
    starts = torch.randint(high=n, size=(batch_size,), generator=generator)
    x = torch.stack(
        [torch.tensor(dataset[s : s + context_length].tolist()) for s in starts.tolist()]
    )
    y = torch.stack(
        [torch.tensor(dataset[s + 1 :][:context_length].tolist()) for s in starts.tolist()]
    )
    if torch.device(device).type == "cuda":
        x, y = x.pin_memory(), y.pin_memory()
    return x.to(device, non_blocking=True), y.to(device, non_blocking=True)
