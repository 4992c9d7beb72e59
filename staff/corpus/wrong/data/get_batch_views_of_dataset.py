"""problem: get_batch
hint: memory

A batch of one row is a view of the dataset: to change one is to change the other.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if batch_size != 1 or dataset.dtype != np.int64 or not 0 < context_length < len(dataset):
        return _right(dataset, batch_size, context_length, device)
    start = int(torch.randint(len(dataset) - context_length, ()))
    row = torch.from_numpy(dataset[start : start + context_length + 1])[None].to(device)
    return row[:, :-1], row[:, 1:]
