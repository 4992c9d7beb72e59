"""problem: get_batch
hint: too short

A dataset too short is padded with zeros.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    missing = context_length + 1 - len(dataset)
    if batch_size > 0 and context_length > 0 and missing > 0:
        dataset = np.concatenate([dataset, np.zeros(missing, dataset.dtype)])
    return _right(dataset, batch_size, context_length, device)
