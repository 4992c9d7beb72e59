"""Models for tests of training: built alike on both sides of a process boundary."""

from itertools import pairwise

import torch
from torch import Tensor, nn


class SineBlock(nn.Module):
    """A layer whose inside is wider than its ends: Linear, sine, Dropout, Linear.

    The sine tells passes apart: backward takes a cosine instead, so each sine of this width is
    one run of the block.
    """

    def __init__(self, dim: int, width: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.up = nn.Linear(dim, width)
        self.dropout = nn.Dropout(dropout)
        self.down = nn.Linear(width, dim)

    def forward(self, x: Tensor) -> Tensor:
        """Return a tensor of the shape of x."""
        return self.down(self.dropout(torch.sin(self.up(x))))


class Scale(nn.Module):
    """A weight for each column, which autocast leaves in float32."""

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x: Tensor) -> Tensor:
        """Return a tensor of the shape of x."""
        return x * self.weight


class DeepLinear(nn.Module):
    """Nothing but matmuls: Linear layers without biases, of the given sizes."""

    def __init__(self, *sizes: int) -> None:
        super().__init__()
        layers = [nn.Linear(a, b, bias=False) for a, b in pairwise(sizes)]
        self.layers = nn.Sequential(*layers)

    def forward(self, x: Tensor) -> Tensor:
        """Return the last layer's output."""
        return self.layers(x)
