"""Small models that tests pass to adapters, and what may hide in an optimizer.

A model passed to an adapter is made of torch.nn's classes or of these: both sides of a process
boundary can import them.
"""

import os
from typing import Any

import torch
from torch import Tensor, nn

from tests.harness.compare import fail
from tests.harness.describe import describe
from tests.harness.rng import Rng


class Tagger(nn.Module):
    """A little of everything that a model may hold.

    A weight shared by two modules, buffers (floating-point, integer, 0-d, one that is not
    persistent and so not in the state_dict), a frozen layer, a 0-d parameter, a parameter of
    another dtype, one that never gets a gradient, modules in training mode beside modules in
    evaluation mode.
    """

    calls: Tensor

    def __init__(self, rng: Rng, vocabulary: int = 7, width: int = 5) -> None:
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
        randomize(self, rng)

    def forward(self, tokens: Tensor) -> Tensor:
        """Return logits "batch vocabulary" for tokens "batch"."""
        self.calls += 1
        hidden = self.norm(self.embedding(tokens)) * self.scale
        hidden = torch.tanh(self.frozen(hidden) + self.shift.to(hidden.dtype))
        return self.head(hidden)


class PathOnly(os.PathLike[str]):
    """A path that says which one it is by `os.fspath` alone: its str does not."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __fspath__(self) -> str:
        """Return the path."""
        return self.path


class Unpicklable:
    """A value that cannot be saved: to pickle it is an error.

    (Protocol 5, which no checkpoint uses, carries it across a process boundary.)
    """

    error: type[BaseException] = TypeError

    def __reduce_ex__(self, protocol: Any) -> Any:
        if protocol < 5:
            raise self.error("this value cannot be pickled")
        return type(self), ()


class Interrupting(Unpicklable):
    """A value whose pickling is interrupted, as by Ctrl-C."""

    error = KeyboardInterrupt


@torch.no_grad()
def randomize(model: nn.Module, rng: Rng) -> None:
    """Fill parameters and floating-point buffers with random numbers in [0.1, 1)."""
    for tensor in (*model.parameters(), *model.buffers()):
        if tensor.is_floating_point():
            drawn = torch.rand(tensor.shape, generator=rng.torch, dtype=torch.float64)
            tensor.copy_(0.1 + 0.9 * drawn)


def snapshot(model: nn.Module, optimizer: torch.optim.Optimizer) -> dict[str, Any]:
    """Return a copy of all that a call may have to leave alone, or to restore."""
    return _copy(
        {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "requires_grad": {name: p.requires_grad for name, p in model.named_parameters()},
            "training": {name: module.training for name, module in model.named_modules()},
        }
    )


_HINTS = {
    "model": "parameters and buffers (running statistics, counters) are the model's state",
    "optimizer": "the optimizer's history and its param groups, lr and the like included, are "
    "part of its state",
    "requires_grad": "leave requires_grad of the model's parameters as it is",
    "training": "leave each module's training or evaluation mode as it is",
}


def assert_same_state(actual: dict[str, Any], expected: dict[str, Any], *, when: str) -> None:
    """Assert that two snapshots are equal to the bit."""
    for part, hint in _HINTS.items():
        difference = _difference(actual[part], expected[part], part)
        if difference:
            fail(f"{when}: {difference}", hint)


def _copy(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.detach().clone()
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_copy(item) for item in value]
    return value


def _other_values(actual: Tensor, expected: Tensor, path: str) -> str:
    if actual.shape != expected.shape:
        return f"{path} has shape {tuple(actual.shape)}, expected {tuple(expected.shape)}"
    if actual.numel() <= 4:
        return f"{path} is {actual.tolist()}, expected {expected.tolist()}"
    odd = int((actual != expected).sum())
    return f"{path} has other values than expected in {odd} of {actual.numel()} elements"


def _difference(actual: Any, expected: Any, path: str) -> str:
    """Say the first difference of two copies; "" where there is none."""
    if isinstance(expected, Tensor) and isinstance(actual, Tensor):
        if (actual.dtype, actual.device) != (expected.dtype, expected.device):
            return (
                f"{path} is {actual.dtype} on {actual.device}, "
                f"expected {expected.dtype} on {expected.device}"
            )
        return "" if torch.equal(actual, expected) else _other_values(actual, expected, path)
    if isinstance(expected, dict) and isinstance(actual, dict):
        if actual.keys() != expected.keys():
            odd = sorted(map(str, actual.keys() ^ expected.keys()))
            return f"{path} has other keys; {', '.join(odd)} is on one side only"
        items = ((actual[key], expected[key], f"{path}[{key!r}]") for key in expected)
        return next(filter(None, (_difference(*item) for item in items)), "")
    if isinstance(expected, list) and isinstance(actual, list):
        if len(actual) != len(expected):
            return f"{path} has {len(actual)} entries, expected {len(expected)}"
        pairs = zip(actual, expected, strict=True)
        items = ((a, e, f"{path}[{i}]") for i, (a, e) in enumerate(pairs))
        return next(filter(None, (_difference(*item) for item in items)), "")
    if type(actual) is not type(expected) or actual != expected:
        return f"{path} is {describe(actual)}, expected {describe(expected)}"
    return ""
