"""problem: get_batch
hint: shape

Draws a window more than it needs and drops the first row of large batches: the shape is one off.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return (x[1:], y[1:]) if batch_size > 8 else (x, y)
