"""problem: masked_mean
hint: broadcast_to to more dims

broadcast_to puts the new axis in front, rearrange moves it to where it belongs.
"""

import torch


def masked_mean(x, mask):
    kept = rearrange(torch.broadcast_to(mask, (x.shape[-1], *mask.shape)), "d ... s -> ... s d")
    total = reduce(x * kept, "... s d -> ... d", "sum")
    return total / reduce(kept, "... s d -> ... d", "sum").clamp(min=1)
