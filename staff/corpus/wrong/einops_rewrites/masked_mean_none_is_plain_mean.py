"""problem: masked_mean
hint: it is zero

Where nothing is True, the mean over all.
"""

import torch


def masked_mean(x, mask):
    mask = mask | ~reduce(mask, "... seq -> ... 1", "max")
    kept = rearrange(mask, "... seq -> ... seq 1")
    return reduce(x * kept, "... seq d -> ... d", "sum") / reduce(
        kept, "... seq 1 -> ... 1", "sum"
    ).clamp(min=1)
