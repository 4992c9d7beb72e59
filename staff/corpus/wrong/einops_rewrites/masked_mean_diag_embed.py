"""problem: masked_mean
hint: diag_embed

The mask is the diagonal of a matrix, in two axes, by which x is multiplied.
"""

import torch


def masked_mean(x, mask):
    kept = torch.diag_embed(mask.to(x.dtype)) @ x
    return reduce(kept, "... s d -> ... d", "sum") / mask.sum(-1, keepdim=True).clamp(min=1)
