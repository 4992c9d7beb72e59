"""problem: masked_mean
hint: zeros, too, are made on the device of x

Makes the zeros of an empty mask on the CPU, wherever x is.
"""

import torch


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1")
    total = reduce(x.masked_fill(~kept, 0), "... seq d -> ... d", "sum")
    count = reduce(kept, "... seq 1 -> ... 1", "sum")
    return torch.where(count > 0, total / count, torch.zeros(total.shape, dtype=x.dtype))
