"""problem: get_batch
hint: device

Everything stays on the CPU.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    return _right(dataset, batch_size, context_length, "cpu")
