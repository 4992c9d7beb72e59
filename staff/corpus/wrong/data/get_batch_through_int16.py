"""problem: get_batch
hint: must come through unchanged

uint16 tokens through int16: those from 32768 on turn negative.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if dataset.dtype == np.uint16:
        dataset = dataset.view(np.int16)
    return _right(dataset, batch_size, context_length, device)
