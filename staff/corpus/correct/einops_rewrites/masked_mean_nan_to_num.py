"""0 / 0, made 0 where nothing was True."""

import torch


def masked_mean(x, mask):
    kept = rearrange(mask, "... s -> ... s 1")
    count = reduce(kept.to(x.dtype), "... s 1 -> ... 1", "sum")
    mean = reduce(x * kept, "... s d -> ... d", "sum") / count
    return mean.masked_fill(count == 0, 0.0)
