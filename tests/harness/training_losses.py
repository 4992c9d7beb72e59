"""Where training with dim 1 leads, from its losses alone."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from tests.harness.updates import UPDATES

# Schedules over the 4 steps of a run: the share of lr at step 0, 1, 2, 3.
FALLING: dict[str, Callable[[int], float]] = {
    "lr falls linearly to 0; it is constant": lambda step: 1 - step / 4,
    "lr falls to 0 as a cosine; it is constant": lambda step: (
        (1 + math.cos(math.pi * step / 4)) / 2
    ),
    "lr falls with the root of the steps; it is constant": lambda step: (1 + step) ** -0.5,
    "lr falls with the steps; it is constant": lambda step: 1 / (1 + step),
}


def product_of(weights: Mapping[str, Tensor]) -> Tensor:
    """Return the product of all weights, which the prediction is x times with dim 1."""
    return torch.stack([weight.double().squeeze() for weight in weights.values()]).prod()


def apart(state: Mapping[str, Tensor], other: Mapping[str, Tensor]) -> float:
    """Return how far apart the weights of two states are at most."""
    return max(float((state[name].double() - other[name].double()).abs().max()) for name in other)


def follow(
    start: Mapping[str, Tensor],
    losses: Sequence[float],
    optimizer: str,
    h: dict[str, Any],
    *,
    target: float = 0.0,
    piled_up: bool = False,
    decay: float = 0.0,
    falling: Callable[[int], float] | None = None,
) -> dict[str, Tensor]:
    """Return the float64 weights after steps with these losses, for dim 1.

    With dim 1 the prediction is x · p, where p is the product of all weights. For y = target · x
    the loss is mean(x²) · (p - target)², and its gradient 2 · loss / (p - target) · p / weight.
    The lecture's target is arange(1), which is 0.
    """
    weights = {name: value.double() for name, value in start.items()}
    states: dict[str, dict[str, Any]] = {name: {} for name in weights}
    grads = {name: torch.zeros_like(weight) for name, weight in weights.items()}
    for step, loss in enumerate(losses, start=1):
        p = product_of(weights)
        for name, weight in weights.items():
            grads[name] = 2 * loss / (p - target) * p / weight + grads[name] * piled_up
            now = h | {"lr": h["lr"] * falling(step - 1)} if falling else h
            update = UPDATES[optimizer](grads[name], states[name], step, now)
            weights[name] = weight * (1 - now["lr"] * decay) - update
    return weights
