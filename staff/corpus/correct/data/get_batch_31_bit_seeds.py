"""Seeds a generator for each call with 31 bits from torch's."""


def get_batch(dataset, batch_size, context_length, device):
    for name, size in (("batch_size", batch_size), ("context_length", context_length)):
        if size < 1:
            raise ValueError(f"{name} is {size}, less than 1")
    if len(dataset) <= context_length:
        raise ValueError(f"context_length {context_length} is too long for the dataset")
    seed = torch.randint(2**31 - 1, ()).item()
    starts = np.random.default_rng(seed).integers(len(dataset) - context_length, size=batch_size)
    rows = [dataset[s : s + context_length + 1].astype(np.int64) for s in starts]
    batch = torch.from_numpy(np.stack(rows))
    if torch.device(device).type == "cuda":
        batch = batch.pin_memory()
    batch = batch.to(device, non_blocking=True)
    return batch[:, :-1], batch[:, 1:]
