"""Where training with dim 1 leads, from its losses alone."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from tests.harness.checks.values import assert_close, fail
from tests.harness.expected.updates import UPDATES, Update

PILED_UP = "gradients pile up from step to step; clear them"
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


def mean_squares(losses: Sequence[float], state: Mapping[str, Tensor]) -> Tensor:
    """Return mean(x²) of each step's batch, which is loss / p² with dim 1 and lr 0; see follow."""
    squares = torch.tensor(losses).double() / product_of(state) ** 2
    if not squares.isfinite().all():
        fail(f"with dim 1 and lr 0, loss / (product of all weights)² is {squares.tolist()}")
    return squares


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
    added: float = 0.0,
    falling: Callable[[int], float] | None = None,
    mistaken: Update | None = None,
) -> dict[str, Tensor]:
    """Return the float64 weights after steps with these losses, for dim 1.

    With dim 1 the prediction is x · p, where p is the product of all weights. For y = target · x
    the loss is mean(x²) · (p - target)², and its gradient 2 · loss / (p - target) · p / weight.
    The lecture's target is arange(1), which is 0. `decay` shrinks the weights as AdamW does,
    `added` is the share of a weight that its gradient gets besides, as in Adam's weight_decay.
    `mistaken` is an update in the place of the optimizer's.
    """
    weights = {name: value.double() for name, value in start.items()}
    states: dict[str, dict[str, Any]] = {name: {} for name in weights}
    grads = {name: torch.zeros_like(weight) for name, weight in weights.items()}
    for step, loss in enumerate(losses, start=1):
        p = product_of(weights)
        for name, weight in weights.items():
            grads[name] = 2 * loss / (p - target) * p / weight + grads[name] * piled_up
            grads[name] = grads[name] + added * weight
            now = h | {"lr": h["lr"] * falling(step - 1)} if falling else h
            update = (mistaken or UPDATES[optimizer])(grads[name], states[name], step, now)
            weights[name] = weight * (1 - now["lr"] * decay) - update
    return weights


def assert_led(
    start: Mapping[str, Tensor],
    losses: Sequence[float],
    end: Mapping[str, Tensor],
    optimizer: str,
    h: dict[str, Any],
    wrong: Mapping[str, Mapping[str, Tensor]],
) -> None:
    """Assert that steps with these losses led from start to end, for dim 1.

    Args:
        start: the weights before the steps.
        losses: of each step.
        end: the weights after them.
        optimizer: a key of UPDATES.
        h: its hyperparameters.
        wrong: sentences, and the weights that the mistakes they describe lead to.
    """
    nearest = min(wrong, key=lambda text: apart(end, wrong[text]))  # small steps resemble many
    for name, expected in follow(start, losses, optimizer, h).items():
        assert_close(
            end[name],
            expected,
            dtype=torch.float32,
            length=200,
            magnitude=start[name].double().abs() + len(losses) * h["lr"],
            misconceptions={nearest: wrong[nearest][name].double()},
            what=f"{name} after {len(losses)} steps of {optimizer} with lr {h['lr']}, given the "
            "losses (each the mean-squared error of its batch before the update)",
        )
