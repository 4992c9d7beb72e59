"""problem: get_batch
hint: adds 1

y is x + 1, which is the next token only in a text that counts.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, _ = _right(dataset, batch_size, context_length, device)
    return x, x + 1
