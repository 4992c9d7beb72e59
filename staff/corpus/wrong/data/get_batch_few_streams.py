"""problem: get_batch
hint: draw the starts themselves

Seeds a generator of its own with one of 1000 numbers, drawn anew for each batch.
"""

_get_batch = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1 or context_length < 1 or len(dataset) <= context_length:
        return _get_batch(dataset, batch_size, context_length, device)
    rng = np.random.default_rng(np.random.randint(0, 1000))
    starts = rng.integers(0, len(dataset) - context_length, batch_size)
    rows = np.stack([dataset[s : s + context_length + 1] for s in starts]).astype(np.int64)
    batch = torch.from_numpy(rows).to(device)
    return batch[:, :-1], batch[:, 1:]
