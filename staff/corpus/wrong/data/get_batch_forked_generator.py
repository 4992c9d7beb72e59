"""problem: get_batch
hint: drawing where the last one stopped

Leaves torch's generator as it was, so the next call draws the same batch.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    with torch.random.fork_rng(devices=[]):
        return _right(dataset, batch_size, context_length, device)
