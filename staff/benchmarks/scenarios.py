"""Calls whose memory is measured on the CPU, on a device, and by torch's own counters.

Every tensor takes at most 1 MiB, because the CUDA allocator may round larger blocks up further.
The models have no biases, because with one cuBLASLt may allocate a workspace.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint

OPTIMIZERS: dict[str, Callable[..., torch.optim.Optimizer]] = {
    "sgd": torch.optim.SGD,
    "momentum": lambda params, **options: torch.optim.SGD(params, momentum=0.9, **options),
    "adagrad": torch.optim.Adagrad,
    "rmsprop": torch.optim.RMSprop,
    "adam": torch.optim.Adam,
}


@dataclass
class Scenario:
    """A call, and its arguments: the tensors, models and optimizers that exist before it."""

    call: Callable[[], Any]
    arguments: Any


def scenarios(device: str) -> dict[str, Callable[[], Scenario]]:
    """Return scenario builders by name; each builds its tensors on `device`.

    Sizes are odd, so that rounding to 512 bytes has an effect.
    """
    steps: dict[str, Callable[[], Scenario]] = {
        f"{name} step, {which}": lambda name=name, first=first: _step(device, name, first)  # type: ignore[misc]
        for name in OPTIMIZERS
        for which, first in (("first", True), ("later", False))
    }
    return {
        **steps,
        "mixed precision": lambda: _mixed_precision(device),
        "plain forward and backward": lambda: _chain(device, reentrant=None),
        "activation checkpointing": lambda: _chain(device, reentrant=False),
        "reentrant checkpointing": lambda: _chain(device, reentrant=True),
        "accumulation": lambda: _accumulation(device),
        "gradients freed": lambda: _freed_gradients(device),
        "elementwise, in place and out": lambda: _elementwise(device),
    }


def _model(device: str) -> nn.Sequential:
    torch.manual_seed(0)
    layers = [nn.Linear(67, 129), nn.ReLU(), nn.Linear(129, 31), nn.Tanh(), nn.Linear(31, 5)]
    for layer in layers:
        if isinstance(layer, nn.Linear):
            layer.register_parameter("bias", None)
    return nn.Sequential(*layers).to(device)


def _step(device: str, name: str, first: bool) -> Scenario:
    model, x = _model(device), torch.randn(203, 67, device=device)
    optimizer = OPTIMIZERS[name](model.parameters(), lr=0.01, foreach=False)

    def step() -> None:
        model(x).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()

    if not first:
        step()
    return Scenario(step, (model, x, optimizer))


def _mixed_precision(device: str) -> Scenario:
    model, x = _model(device), torch.randn(203, 67, device=device)
    optimizer = OPTIMIZERS["adam"](model.parameters(), lr=0.01, foreach=False)
    targets = torch.randn(203, 5, device=device)

    def step() -> None:
        with torch.autocast(torch.device(device).type, torch.bfloat16):
            loss = nn.functional.mse_loss(model(x).float(), targets)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()

    return Scenario(step, (model, x, targets, optimizer))


def _chain(device: str, reentrant: bool | None) -> Scenario:
    torch.manual_seed(0)
    blocks = [
        nn.Sequential(nn.Linear(33, 257, bias=False), nn.GELU(), nn.Linear(257, 33, bias=False))
        for _ in range(6)
    ]
    layers = nn.ModuleList(blocks).to(device)
    x = torch.randn(211, 33, device=device, requires_grad=True)
    gradient = torch.randn(211, 33, device=device)

    def run() -> Tensor:
        y = x
        for layer in layers:
            plain = reentrant is None
            y = layer(y) if plain else checkpoint(layer, y, use_reentrant=reentrant)
        y.backward(gradient)
        return y.detach()

    return Scenario(run, (layers, x, gradient))


def _accumulation(device: str) -> Scenario:
    model = _model(device)
    batches = [torch.randn(rows, 67, device=device) for rows in (50, 203, 7)]
    optimizer = OPTIMIZERS["sgd"](model.parameters(), lr=0.01, foreach=False)

    def step() -> None:
        for x in batches:
            (model(x).square().sum() / 260).backward()
        optimizer.step()

    return Scenario(step, (model, batches, optimizer))


def _freed_gradients(device: str) -> Scenario:
    model, x = _model(device), torch.randn(203, 67, device=device)
    model(x).sum().backward()
    return Scenario(model.zero_grad, (model, x))


def _elementwise(device: str) -> Scenario:
    x, out = torch.randn(77, 91, device=device), torch.empty(0, device=device)

    def run() -> Tensor:
        torch.add(x, x, out=out)
        y = x.exp().mul_(2)
        view = y.T[3:9, ::2]
        del y
        return view.contiguous() + view.sum()

    return Scenario(run, (x, out))
