"""problem: get_batch
hint: must come through unchanged

Tokens pass through int32: uint32 and int64 ones can be too large.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return x.int().long(), y.int().long()
