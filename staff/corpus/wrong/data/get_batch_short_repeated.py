"""problem: get_batch
hint: too short

A dataset without a last target repeats its last token.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if len(dataset) == context_length:
        dataset = np.append(dataset, dataset[-1:])
    return _right(dataset, batch_size, context_length, device)
