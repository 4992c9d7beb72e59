"""Counts by an einsum with ones; a dataclass holds sum and count."""

from dataclasses import dataclass
import einops
import torch
from torch import Tensor


@dataclass
class _Stats:
    T: Tensor
    view: Tensor

    def mean(self):
        return self.T / self.view


def masked_mean(x, mask):
    m = mask.to(torch.float64)
    total = einops.einsum(m, x.to(torch.float64), "... t, ... t c -> ... c")
    count = einops.reduce(m, "... t -> ... 1", "sum")
    stats = _Stats(total, count.clamp(min=1.0))
    return (stats.T / stats.view).to(x.dtype)
