"""problem: get_batch
hint: too few bits

Scales float32 numbers that were rounded: beyond 2**24 their starts are all even.
"""


def get_batch(dataset, batch_size, context_length, device):
    for name, value in (("batch_size", batch_size), ("context_length", context_length)):
        if value < 1:
            raise ValueError(f"{name} must be at least 1, got {value}")
    valid = len(dataset) - context_length
    if valid < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens, context_length is {context_length}")
    scaled = np.random.rand(batch_size).astype(np.float32) * np.float32(valid)
    starts = np.minimum(scaled.astype(np.int64), valid - 1)
    windows = [dataset[start : start + context_length + 1] for start in starts]
    tokens = torch.from_numpy(np.stack(windows).astype(np.int64))
    return tokens[:, :-1].contiguous().to(device), tokens[:, 1:].contiguous().to(device)
