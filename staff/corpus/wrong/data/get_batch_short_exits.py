"""problem: get_batch
hint: ended the process

Ends the process when the dataset is too short.
"""

import sys

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    if batch_size > 0 and 0 < context_length >= len(dataset):
        sys.exit(f"dataset has {len(dataset)} tokens, context_length is {context_length}")
    return _right(dataset, batch_size, context_length, device)
