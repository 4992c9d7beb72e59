"""problem: cruncher
hint: keep nothing of one call

Folds all layers into one vector in evaluation mode, and keeps it when weights change.
"""

import torch
from torch import nn


class _Layer(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(d_in, d_out, dtype=torch.float32))
        if self.weight.numel():
            std = d_in**-0.5
            nn.init.trunc_normal_(self.weight, std=std, a=-3 * std, b=3 * std)

    def forward(self, x):
        return x @ self.weight


class Cruncher(nn.Module):
    def __init__(self, dim, num_layers):
        super().__init__()
        if dim < 0 or num_layers < 0:
            raise ValueError(f"dim and num_layers must be 0 or more, got {dim}, {num_layers}")
        self.layers = nn.ModuleList([_Layer(dim, dim) for _ in range(num_layers)])
        self.final = _Layer(dim, 1)
        self._folded = None

    def train(self, mode=True):
        self._folded = None
        return super().train(mode)

    def _apply(self, fn, recurse=True):
        self._folded = None
        return super()._apply(fn, recurse)

    def forward(self, x):
        if not self.training and not torch.is_grad_enabled():
            # inference: there is nothing between the layers, so fold them once
            if self._folded is None:
                vector = self.final.weight
                for layer in reversed(self.layers):
                    vector = layer.weight @ vector
                self._folded = vector
            return (x @ self._folded).squeeze(-1)
        for layer in self.layers:
            x = layer(x)
        return self.final(x).squeeze(-1)
