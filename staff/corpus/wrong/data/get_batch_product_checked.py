"""problem: get_batch
hint: and context_length -3

Looks at the product of both sizes, which two negative ones make positive.
"""

import numpy as np
import torch


def get_batch(dataset, batch_size, context_length, device):
    if batch_size * context_length < 1:
        raise ValueError(f"batch_size {batch_size}, context_length {context_length}")
    num_starts = len(dataset) - context_length
    if num_starts < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens, context_length is {context_length}")
    starts = np.random.randint(num_starts, size=batch_size)
    at = starts[:, None] + np.arange(context_length + 1)
    rows = torch.from_numpy(dataset[at].astype(np.int64)).to(device)
    return rows[:, :-1], rows[:, 1:]
