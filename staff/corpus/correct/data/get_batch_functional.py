"""map, lambda, zip, without a loop."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    cut = lambda start: np.int64(dataset[start : start + context_length + 1])
    batch = torch.from_numpy(np.array(list(map(cut, torch.randint(n, (batch_size,)).tolist()))))
    send = lambda part: (
        part.pin_memory().to(device, non_blocking=True)
        if torch.device(device).type == "cuda"
        else part.to(device)
    )
    return tuple(map(send, (batch[:, :-1].contiguous(), batch[:, 1:].contiguous())))
