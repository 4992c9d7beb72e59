"""problem: get_batch
hint: np.int64

isinstance(batch_size, int): NumPy integers are refused.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    for name, size in (("batch_size", batch_size), ("context_length", context_length)):
        if not isinstance(size, int):
            raise TypeError(f"{name} must be an int, got {size!r}")
    return _right(dataset, batch_size, context_length, device)
