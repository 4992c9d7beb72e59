"""A generator for each call, seeded by a draw from NumPy's global one."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    generator = np.random.default_rng(np.random.randint(0, 2**32, size=4, dtype=np.uint32))
    starts = generator.integers(0, n - 1, size=batch_size, endpoint=True)
    x = torch.empty((batch_size, context_length), dtype=torch.int64)
    y = torch.empty((batch_size, context_length), dtype=torch.int64)
    for row, start in enumerate(starts):
        window = torch.from_numpy(dataset[start : start + context_length + 1].astype(np.int64))
        x[row], y[row] = window[:-1], window[1:]
    if torch.device(device).type == "cuda":
        x, y = x.pin_memory(), y.pin_memory()
    return x.to(device, non_blocking=True), y.to(device, non_blocking=True)
