"""problem: masked_mean
hint: expected

Believes that True positions come first: padding only at the end.
"""

import torch


def masked_mean(x, mask):
    count = reduce(mask, "... seq -> ... 1", "sum")
    mask = torch.arange(mask.shape[-1]) < count
    kept = rearrange(mask, "... seq -> ... seq 1")
    return reduce(x * kept, "... seq d -> ... d", "sum") / count.clamp(min=1)
