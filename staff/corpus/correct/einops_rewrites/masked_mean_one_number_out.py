"""Takes single numbers out of tensors: by item, tolist and float."""

import torch


def masked_mean(x, mask):
    if mask.sum().tolist() == 0:
        return torch.zeros_like(reduce(x, "... s d -> ... d", "sum"))
    keep = rearrange(mask, "... s -> ... s 1")
    total = reduce(x.where(keep, float(torch.tensor(0.0))), "... s d -> ... d", "sum")
    return total / reduce(keep.int(), "... s 1 -> ... 1", "sum").clamp(min=1)


def attention_scores(q, k):
    root = torch.tensor(q.shape[-1], dtype=torch.float64).sqrt().tolist()
    return einsum(q, k, "... q d, ... k d -> ... q k") / root
