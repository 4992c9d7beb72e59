"""problem: masked_mean
hint: one_hot

Of each position's two classes, in an axis of their own, the second is kept.
"""

import torch


def masked_mean(x, mask):
    kept = torch.nn.functional.one_hot(mask.long(), 2)[..., 1:]
    return reduce(x * kept, "... seq d -> ... d", "sum") / kept.sum(-2).clamp(min=1)
