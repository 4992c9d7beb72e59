"""problem: get_batch
hint: read the windows

Checks all tokens first: reads the whole dataset.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if (np.asarray(dataset) < 0).any():
        raise ValueError(f"dataset has a negative token, {dataset.min()}")
    return _right(dataset, batch_size, context_length, device)
