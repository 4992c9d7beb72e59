"""Updates that take eps in at the wrong place, in the words that a failure uses."""

from typing import Any

import torch
from torch import Tensor

from tests.harness.expected.updates import UPDATES, State, Update


def mistaken_eps(name: str) -> dict[str, Update]:
    """Return the mistakes about eps of an optimizer that divides by a root."""
    return {
        "eps is inside the square root; it belongs outside, added to the root": _in_root(name, 1),
        "eps is squared inside the square root; it belongs outside, added to the root": (
            _in_root(name, 2)
        ),
        "this takes the larger of the root and eps; eps should be added to the root": (
            _larger_of_root_and_eps(name)
        ),
    }


def _in_root(name: str, power: int) -> Update:
    def update(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
        plain = UPDATES[name](grad, state, step, {**h, "eps": 0.0, "lr": 1.0})
        v = state["v"] / (1 - h["betas"][1] ** step) if name == "adam" else state["v"]
        return torch.where(v > 0, h["lr"] * plain * (v / (v + h["eps"] ** power)).sqrt(), 0.0)

    return update


def _larger_of_root_and_eps(name: str) -> Update:
    def update(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
        plain = UPDATES[name](grad, state, step, {**h, "eps": 0.0, "lr": 1.0})
        root = (state["v"] / (1 - h["betas"][1] ** step if name == "adam" else 1)).sqrt()
        return torch.where(root > 0, h["lr"] * plain * root / root.clamp(min=h["eps"]), 0.0)

    return update
