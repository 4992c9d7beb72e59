"""Starts from torch.rand in float64."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    n = len(dataset) - context_length
    if n < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens: context_length {context_length}")
    starts = (torch.rand(batch_size, dtype=torch.float64) * n).to(torch.int64)
    at = (starts.unsqueeze(1) + torch.arange(context_length + 1)).numpy()
    both = torch.as_tensor(np.asarray(dataset[at]).astype(np.int64))
    if torch.device(device).type == "cuda":
        both = both.pin_memory()
    both = both.to(device, non_blocking=True)
    return both[..., :-1], both[..., 1:]
