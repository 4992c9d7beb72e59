"""problem: masked_mean
hint: 301

Counts in bfloat16, which has no odd numbers above 256.
"""

import torch


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1")
    total = reduce(x.masked_fill(~kept, 0), "... seq d -> ... d", "sum")
    count = reduce(kept, "... seq 1 -> ... 1", "sum").to(torch.bfloat16)
    return total / count.clamp(min=1).to(x.dtype)
