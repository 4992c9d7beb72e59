"""Strict about types, in TypeErrors that name argument and value."""

import operator

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    for name, size in {"batch_size": batch_size, "context_length": context_length}.items():
        if operator.index(size) < 1:
            raise TypeError(f"{name} should be a positive integer but is {size}")
    if not isinstance(dataset, np.ndarray) or not np.issubdtype(dataset.dtype, np.integer):
        raise TypeError(f"dataset should be an integer array, not {dataset!r}")
    if dataset.shape[0] < context_length + 1:
        raise TypeError(f"dataset: {dataset.size} tokens for context_length={context_length}")
    return list(_right(dataset, batch_size, context_length, torch.device(device)))
