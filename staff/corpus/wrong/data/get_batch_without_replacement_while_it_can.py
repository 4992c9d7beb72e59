"""problem: get_batch
hint: repeat

Draws without replacement where there are starts enough.
"""

import random


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1 or context_length < 1:
        raise ValueError(f"batch_size {batch_size} or context_length {context_length} is below 1")
    num_starts = len(dataset) - context_length
    if num_starts < 1:
        raise ValueError(f"dataset has {len(dataset)} tokens, too few for {context_length}")
    if batch_size <= num_starts:
        starts = random.sample(range(num_starts), batch_size)
    else:
        starts = [random.randrange(num_starts) for _ in range(batch_size)]
    x = torch.from_numpy(np.stack([dataset[i : i + context_length] for i in starts]))
    y = torch.from_numpy(np.stack([dataset[i + 1 : i + 1 + context_length] for i in starts]))
    return x.long().to(device), y.long().to(device)
