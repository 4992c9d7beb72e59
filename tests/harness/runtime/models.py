"""Small models, an unusual path and unpicklable values that tests pass to adapters.

A model passed to an adapter consists of torch.nn's classes and these, because both sides of the
process boundary can import them.
"""

import os
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn


class Tagger(nn.Module):
    """A model with one of each kind of parameter, buffer and mode.

    It has a weight shared by two modules; buffers that are floating-point, integer, 0-d and
    non-persistent (not in the state_dict); a frozen layer; a 0-d parameter, a float64 one and one
    that never gets a gradient; modules in training mode and modules in evaluation mode.
    """

    calls: Tensor

    def __init__(self, generator: torch.Generator, vocabulary: int = 7, width: int = 5) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.norm = nn.BatchNorm1d(width)
        self.frozen = nn.Linear(width, width).requires_grad_(False)
        self.scale = nn.Parameter(torch.ones(()))
        self.shift = nn.Parameter(torch.zeros(width, dtype=torch.float64))
        self.unused = nn.Parameter(torch.zeros(2))
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.embedding.weight
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))
        self.register_buffer("scratch", torch.zeros(2), persistent=False)
        self.frozen.eval()
        randomize(self, generator)

    def forward(self, tokens: Tensor) -> Tensor:
        """Return logits "batch vocabulary" for tokens "batch"."""
        self.calls += 1
        hidden = self.norm(self.embedding(tokens)) * self.scale
        hidden = torch.tanh(self.frozen(hidden) + self.shift.to(hidden.dtype))
        return self.head(hidden)


class SineBlock(nn.Module):
    """A layer that is wider inside than at its ends: Linear, sine, Dropout, Linear.

    Count its forward passes by the sines of this width: the backward pass computes a cosine.
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
    """Multiply each column by a weight; autocast keeps this operation in float32."""

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x: Tensor) -> Tensor:
        """Return a tensor of the shape of x."""
        return x * self.weight


class DeepLinear(nn.Module):
    """Linear layers of the given sizes without biases: nothing but matmuls."""

    def __init__(self, *sizes: int) -> None:
        super().__init__()
        layers = [nn.Linear(a, b, bias=False) for a, b in pairwise(sizes)]
        self.layers = nn.Sequential(*layers)

    def forward(self, x: Tensor) -> Tensor:
        """Return the last layer's output."""
        return self.layers(x)


def double_output(module: nn.Module, args: Any, output: Tensor) -> Tensor:
    """Return twice the output: a forward hook, which `module.forward(x)` leaves out."""
    return 2 * output


class PathOnly(os.PathLike[str]):
    """A path that only `os.fspath` can read: its str is not the path."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __fspath__(self) -> str:
        """Return the path."""
        return self.path


class Unpicklable:
    """A value that raises TypeError when it is pickled, so that a save fails.

    Pickle protocol 5, which no checkpoint uses, works and carries it across a process boundary.
    """

    error: type[BaseException] = TypeError

    def __reduce_ex__(self, protocol: Any) -> Any:
        if protocol < 5:
            raise self.error("this value cannot be pickled")
        return type(self), ()


class Interrupting(Unpicklable):
    """A value that raises KeyboardInterrupt when it is pickled, as Ctrl-C does."""

    error = KeyboardInterrupt


class Ending(Unpicklable):
    """A value that raises SystemExit when it is pickled, as a handler of SIGTERM does."""

    error = SystemExit


@torch.no_grad()
def randomize(model: nn.Module, generator: torch.Generator) -> None:
    """Fill parameters and floating-point buffers with random numbers in [0.1, 1)."""
    for tensor in (*model.parameters(), *model.buffers()):
        if tensor.is_floating_point():
            drawn = torch.rand(tensor.shape, generator=generator, dtype=torch.float64)
            tensor.copy_(0.1 + 0.9 * drawn)
