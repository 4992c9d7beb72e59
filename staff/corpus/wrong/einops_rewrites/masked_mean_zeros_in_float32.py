"""problem: masked_mean
hint: float64

Gives zeros of the default dtype where no position is True.
"""

import torch

_masked_mean = masked_mean


def masked_mean(x, mask):
    if not mask.any():
        return torch.zeros(*x.shape[:-2], x.shape[-1], device=x.device)
    return _masked_mean(x, mask)
