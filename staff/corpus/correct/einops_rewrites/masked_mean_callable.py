"""einops.reduce with a function of torch's."""

import torch
from einops import rearrange, reduce


def masked_mean(x, mask):
    kept = torch.where(rearrange(mask, "... seq -> ... seq 1"), x, x.new_zeros(()))
    count = reduce(mask.to(x.dtype), "... seq -> ... 1", torch.sum)
    return reduce(kept, "... seq d -> ... d", torch.sum) / count.clamp(min=1)
