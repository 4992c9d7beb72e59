"""One fancy index for all tokens; starts from NumPy."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    at = np.random.randint(0, n, size=(batch_size, 1)) + np.arange(context_length)[None, :]
    x = torch.tensor(dataset[at].astype("int64"))
    y = torch.tensor(dataset[at + 1].astype("int64"))
    if torch.device(device).type == "cuda":
        x, y = x.pin_memory(), y.pin_memory()
    return [x.to(device, non_blocking=True), y.to(device, non_blocking=True)]
