"""A DataLoader with a sampler with replacement."""

import numpy as np
from torch.utils.data import DataLoader, Dataset


class _Starts(torch.utils.data.Sampler):
    def __init__(self, n, k):
        self.n, self.k = n, k

    def __iter__(self):
        return iter(torch.randint(self.n, (self.k,)).tolist())

    def __len__(self):
        return self.k


class _Data(Dataset):
    def __init__(self, tokens, t):
        self.tokens, self.t = tokens, t

    def __getitem__(self, i):
        w = self.tokens[i : i + self.t + 1].astype(np.int64)
        return w[:-1], w[1:]


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1 or context_length < 1:
        raise ValueError(f"batch_size={batch_size}, context_length={context_length}")
    n = len(dataset) - int(context_length)
    if n < 1:
        raise ValueError(f"dataset: {len(dataset)} tokens, context_length {context_length}")
    loader = DataLoader(
        _Data(dataset, int(context_length)),
        batch_size=int(batch_size),
        sampler=_Starts(n, int(batch_size)),
    )
    x, y = next(iter(loader))
    if torch.device(device).type == "cuda":
        x, y = x.pin_memory(), y.pin_memory()
    return [t.to(device, non_blocking=True) for t in (x, y)]
