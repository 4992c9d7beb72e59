"""torch.utils.data's sampler with replacement, over a dataset of windows."""

import torch.utils.data


class _Windows(torch.utils.data.Dataset):
    def __init__(self, tokens, size):
        self.tokens, self.size = tokens, size

    def __len__(self):
        return len(self.tokens) - self.size

    def __getitem__(self, start):
        window = self.tokens[start : start + self.size + 1].astype(np.int64)
        return window[:-1], window[1:]


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    windows = _Windows(dataset, context_length)
    sampler = torch.utils.data.RandomSampler(windows, replacement=True, num_samples=int(batch_size))
    x, y = (
        torch.from_numpy(np.array(part)) for part in zip(*(windows[start] for start in sampler))
    )
    if torch.device(device).type == "cuda":
        x, y = x.pin_memory(), y.pin_memory()
    return x.to(device, non_blocking=True), y.to(device, non_blocking=True)
