"""problem: get_batch
hint: last target

y is x rolled by one: its last token comes from the window's start.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, _ = _right(dataset, batch_size, context_length, device)
    return x, x.roll(-1, dims=1)
