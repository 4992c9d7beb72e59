"""torch.where; sums by torch, axes by einops."""

import torch


def masked_mean(x, mask):
    mask = rearrange(mask, "... s -> ... s 1")
    total = torch.where(mask, x, torch.zeros_like(x)).sum(dim=-2)
    return total / mask.sum(dim=-2).clamp_min(1)
