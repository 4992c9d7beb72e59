"""problem: get_batch
hint: ValueError

Refuses a dataset of context_length + 1 tokens, which holds one window.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if len(dataset) <= context_length + 1:
        raise ValueError(f"dataset of {len(dataset)} tokens, context_length {context_length}")
    return _right(dataset, batch_size, context_length, device)
