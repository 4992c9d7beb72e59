"""Errors name arguments in words, as one says them: batch size, context length."""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1:
        raise ValueError(f"Batch size must be at least 1, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"Context length must be at least 1, got {context_length}")
    if len(dataset) <= context_length:
        raise ValueError(f"{len(dataset)} tokens are too few for a context-length {context_length}")
    return _right(dataset, batch_size, context_length, device)
