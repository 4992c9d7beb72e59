"""problem: get_batch

One buffer for all batches of a shape: the next call overwrites the batch before.
"""

_buffers = {}
_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    key = (batch_size, context_length, str(device))
    if key not in _buffers:
        _buffers[key] = torch.empty_like(x), torch.empty_like(y)
    for buffer, part in zip(_buffers[key], (x, y)):
        buffer.copy_(part)
    return _buffers[key]
