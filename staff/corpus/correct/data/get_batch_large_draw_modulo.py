"""A draw of 62 bits modulo the number of starts: its unevenness cannot be measured."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = torch.randint(2**62, (batch_size,)) % n
    at = starts[:, None] + torch.arange(context_length)[None]
    x, y = (torch.from_numpy(dataset[(at + move).numpy()].astype(np.int64)) for move in (0, 1))
    if torch.device(device).type == "cuda":
        x, y = x.pin_memory(), y.pin_memory()
    return x.to(device, non_blocking=True), y.to(device, non_blocking=True)
