"""problem: get_batch
hint: ValueError

Refuses a batch of more rows than the dataset has windows.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if batch_size > len(dataset) - context_length:
        raise ValueError(
            f"batch_size {batch_size}, context_length {context_length}, dataset of {len(dataset)}"
        )
    return _right(dataset, batch_size, context_length, device)
