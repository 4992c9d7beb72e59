"""problem: get_batch
hint: grow by

Goes through the dataset from batch to batch; remembers where it stood.
"""

_position = 0


def get_batch(dataset, batch_size, context_length, device):
    global _position
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = [(_position + row * context_length) % n for row in range(batch_size)]
    _position += batch_size * context_length
    rows = np.stack([dataset[s : s + context_length + 1] for s in starts]).astype(np.int64)
    batch = torch.from_numpy(rows).to(device)
    return batch[:, :-1], batch[:, 1:]
