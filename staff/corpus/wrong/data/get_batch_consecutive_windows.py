"""problem: get_batch
hint: grow by

One random start; each next row begins where the one before ended.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    first = int(torch.randint(n, ()))
    starts = [(first + row * context_length) % n for row in range(batch_size)]
    rows = np.stack([dataset[s : s + context_length + 1] for s in starts]).astype(np.int64)
    batch = torch.from_numpy(rows).to(device)
    return batch[:, :-1], batch[:, 1:]
