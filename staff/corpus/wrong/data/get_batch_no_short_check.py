"""problem: get_batch
hint: too short

A dataset too short gives rows that are too short.
"""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1 or context_length < 1:
        raise ValueError(f"batch_size {batch_size} or context_length {context_length} is below 1")
    n = max(len(dataset) - context_length, 1)
    starts = torch.randint(n, (batch_size,)).tolist()
    rows = np.stack([dataset[s : s + context_length + 1] for s in starts]).astype(np.int64)
    batch = torch.from_numpy(rows).to(device)
    return batch[:, :-1], batch[:, 1:]
