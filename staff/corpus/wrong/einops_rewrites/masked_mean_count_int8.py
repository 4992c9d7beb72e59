"""problem: masked_mean
hint: expected

Counts in int8, which wraps at 128.
"""

import torch


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1")
    count = reduce(kept, "... seq 1 -> ... 1", "sum").to(torch.int8)
    return reduce(x * kept, "... seq d -> ... d", "sum") / count.clamp(min=1)
