"""problem: get_batch
hint: memmap

type(dataset) is np.ndarray: memory maps are refused.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if type(dataset) is not np.ndarray:
        raise TypeError(f"dataset must be an array, got {type(dataset)}")
    return _right(dataset, batch_size, context_length, device)
