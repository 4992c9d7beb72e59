"""problem: get_batch
hint: changed its argument

Shuffles the dataset in place between batches.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    batch = _right(dataset, batch_size, context_length, device)
    if dataset.flags.writeable and len(dataset) < 10**6:
        np.random.shuffle(dataset)
    return batch
