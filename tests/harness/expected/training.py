"""Runs of `train`: their configs, the form of what comes back, and whether two are the same."""

import math
from typing import Any

import numpy as np
import torch

from tests.harness.checks.values import assert_same_elements, assert_tensor, fail
from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.inputs import Rng
from tests.harness.runtime.describe import describe

PRECISIONS = ("float32", "bfloat16")
Run = tuple[list[float], dict[str, torch.Tensor]]

_OWN = "here one layer runs several times; each of the num_layers should have a weight of its own"


def make_config(rng: Rng, **changes: Any) -> dict[str, Any]:
    """Return a config of a small run, with these changes."""
    return {
        "dim": rng.integer(2, 6),
        "num_layers": rng.integer(1, 3),
        "batch_size": rng.integer(3, 9),
        "steps": 6,
        "lr": 1e-4,  # SGD stays finite, whatever the distribution of x
        "optimizer": "adam",
        "precision": "float32",
        "seed": rng.seed(),
    } | changes


def train(adapters: Adapters, config: dict[str, Any], *args: Any) -> Run:
    """Train, and check the form of the result; return losses and state."""
    return checked(adapters.run_train(config, *args), config)


def draw_start(
    adapters: Adapters, rng: Rng, **changes: Any
) -> tuple[dict[str, Any], dict[str, torch.Tensor]]:
    """Return the config of a run of no steps and the weights that it starts with, none of them 0.

    Args:
        adapters: the submission.
        rng: draws the config.
        changes: of the config; dim is 1.
    """
    config = make_config(rng, **changes) | {"steps": 0}
    losses, start = train(adapters, config)
    assert_number(losses, 0, "a run of 0 steps")
    if largest := [w.item() for w in start.values() if w.abs() > 100]:
        lr = config["lr"]
        fail(f"with dim 1, initial weights are {largest}: a step of lr {lr} is lost in them")
    if zeros := [name for name, w in start.items() if w == 0]:
        fail(
            f"with dim 1, the initial {zeros[0]} is 0",
            "the seed decides every weight; where one is 0, none of the others learns",
        )
    return config, start


def checked(result: Any, config: dict[str, Any]) -> Run:
    """Return losses and state of what `run_train` gave, once their form is checked."""
    if not isinstance(result, dict) or not {"losses", "state"} <= result.keys():
        fail(f"expected a dict with the keys losses and state, got {describe(result)}")
    losses, state = result["losses"], result["state"]
    if not isinstance(losses, list | tuple | np.ndarray):
        fail(f"the losses should be a list of floats, got {describe(losses)}")
    if not isinstance(state, dict):
        fail(f"the state should be a dict, got {describe(state)}")
    if not all(isinstance(loss, float) and math.isfinite(loss) and loss >= 0 for loss in losses):
        fail(f"expected a loss, a finite float, for each step; got {describe(losses)}")
    shapes = {f"layers.{i}.weight": (config["dim"],) * 2 for i in range(config["num_layers"])}
    shapes["final.weight"] = (config["dim"], 1)
    if set(state) != set(shapes):
        fail(f"expected a state with {', '.join(shapes)}; got {', '.join(map(str, state))}")
    for name, shape in shapes.items():
        assert_tensor(state[name].detach(), shape, state[name].dtype, what=f"state {name}")
        if not state[name].isfinite().all():
            fail(f"state {name} has numbers that are not finite: {describe(state[name])}")
    several = config["num_layers"] > 1 and config["dim"] > 5  # 36 signs agree in 1e-11 of runs
    if several and torch.equal(state["layers.0.weight"], state["layers.1.weight"]):
        fail("layers.0.weight and layers.1.weight are the same", _OWN)
    return list(losses), {name: state[name].detach() for name in shapes}


def assert_same_run(actual: Run, expected: Run, what: str) -> None:
    """Assert that losses and states are the same to the bit."""
    if actual[0] != expected[0]:
        fail(f"{what}: the losses are {actual[0]}, expected {expected[0]}")
    for name, value in expected[1].items():
        assert_same_elements(actual[1][name], value, what=f"{what}: {name}")


def assert_number(losses: list[float], expected: int, what: str) -> None:
    """Assert that there are as many losses as steps."""
    if len(losses) != expected:
        fail(
            f"{what}: expected {expected} losses, one for each step of this call; got {len(losses)}"
        )
