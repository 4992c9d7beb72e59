"""problem: get_batch
hint: float64

float64 rounds tokens beyond 2**53.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return (x, y) if x.is_meta else (x.double().long(), y.double().long())
