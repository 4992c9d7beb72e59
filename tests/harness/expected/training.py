"""Runs of `train` and of its layers: configs, the form of results, float64 steps, comparisons."""

import copy
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from tests.harness.checks.values import assert_close, assert_same_elements, assert_tensor
from tests.harness.expected.optim import UPDATES, Update
from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import Rng
from tests.harness.runtime.describe import describe

OPTIMIZERS = ("sgd", "adagrad", "rmsprop", "adam")  # that a config may name
PRECISIONS = ("float32", "bfloat16")
Run = tuple[list[float], dict[str, torch.Tensor]]  # losses and state

ACCUMULATED_HINT = "gradients pile up from step to step; clear them"
_OWN = "here one layer runs several times; each of the num_layers should have a weight of its own"


def make_config(rng: Rng, **changes: Any) -> dict[str, Any]:
    """Return the config of a small random run, with these changes."""
    return {
        "dim": rng.integer(2, 6),
        "num_layers": rng.integer(1, 3),
        "batch_size": rng.integer(3, 9),
        "steps": 6,
        "lr": 1e-4,  # so small that SGD stays finite for any distribution of x
        "optimizer": "adam",
        "precision": "float32",
        "seed": rng.seed(),
    } | changes


def train(adapters: Adapters, config: dict[str, Any], *args: Any) -> Run:
    """Call run_train and check the form of the result; return losses and state."""
    return check_form(adapters.run_train(config, *args), config)


def draw_start(
    adapters: Adapters, rng: Rng, **changes: Any
) -> tuple[dict[str, Any], dict[str, torch.Tensor]]:
    """Return the config of a run of no steps, and its initial weights; fail if one of them is 0.

    Args:
        adapters: the submission.
        rng: what the config is drawn from.
        changes: to the config; dim must be 1.
    """
    config = make_config(rng, **changes) | {"steps": 0}
    losses, start = train(adapters, config)
    assert_num_losses(losses, 0, "a run of 0 steps")
    if largest := [w.item() for w in start.values() if w.abs() > 100]:
        lr = config["lr"]
        fail(f"with dim 1, initial weights are {largest}: a step of lr {lr} is lost in them")
    if zeros := [name for name, w in start.items() if w == 0]:
        fail(
            f"with dim 1, the initial {zeros[0]} is 0",
            "the seed decides every weight; where one is 0, none of the others learns",
        )
    return config, start


def check_form(result: Any, config: dict[str, Any]) -> Run:
    """Return losses and state of a result of run_train; fail if their form is wrong."""
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
    """Assert that losses and states are bit-identical."""
    if len(actual[0]) != len(expected[0]):
        fail(f"{what}: there are {len(actual[0])} losses, expected {len(expected[0])}")
    if actual[0] != expected[0]:
        fail(f"{what}: the losses are {actual[0]}, expected {expected[0]}")
    for name, value in expected[1].items():
        assert_same_elements(actual[1][name], value, what=f"{what}: {name}")


def assert_num_losses(losses: list[float], expected: int, what: str) -> None:
    """Assert that there is a loss for each step of the call."""
    if len(losses) != expected:
        fail(
            f"{what}: expected {expected} losses, one for each step of this call; got {len(losses)}"
        )


# Mistaken schedules over the 4 steps of a run: the factor of lr at step 0, 1, 2 and 3, by hint.
LR_SCHEDULES: dict[str, Callable[[int], float]] = {
    "lr falls linearly to 0; it is constant": lambda step: 1 - step / 4,
    "lr falls to 0 as a cosine; it is constant": lambda step: (
        (1 + math.cos(math.pi * step / 4)) / 2
    ),
    "lr falls with the root of the steps; it is constant": lambda step: (1 + step) ** -0.5,
    "lr falls with the steps; it is constant": lambda step: 1 / (1 + step),
}


def product_of(weights: Mapping[str, Tensor]) -> Tensor:
    """Return the product p of all weights: with dim 1 the prediction is p · x."""
    return torch.stack([weight.double().squeeze() for weight in weights.values()]).prod()


def mean_squares(losses: Sequence[float], state: Mapping[str, Tensor]) -> Tensor:
    """Return mean(x²) of each step's batch: with dim 1 and lr 0 it is loss / p²; see follow."""
    squares = torch.tensor(losses).double() / product_of(state) ** 2
    if not squares.isfinite().all():
        fail(f"with dim 1 and lr 0, loss / (product of all weights)² is {squares.tolist()}")
    return squares


def max_distance(state: Mapping[str, Tensor], other: Mapping[str, Tensor]) -> float:
    """Return the largest distance between the weights of two states."""
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
    the loss is mean(x²) · (p - target)², and its gradient is 2 · loss / (p - target) · p / weight.

    Args:
        start: the weights before the steps.
        losses: the loss of each step.
        optimizer: one of OPTIMIZERS.
        h: its hyperparameters.
        target: the lecture's is arange(1), which is 0.
        piled_up: whether gradients accumulate over the steps.
        decay: weight decay as in AdamW.
        added: weight decay as in Adam: this times the weight is added to the gradient.
        falling: the factor of lr at each step.
        mistaken: an update that replaces the optimizer's.
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


def assert_end_weights(
    start: Mapping[str, Tensor],
    losses: Sequence[float],
    end: Mapping[str, Tensor],
    optimizer: str,
    h: dict[str, Any],
    wrong: Callable[[], Mapping[str, Mapping[str, Tensor]]],
) -> None:
    """Assert that steps with these losses lead from start to end, for dim 1.

    Args:
        start: the weights before the steps.
        losses: the loss of each step.
        end: the weights after them.
        optimizer: one of OPTIMIZERS.
        h: its hyperparameters.
        wrong: gives sentences, and the weights that the mistakes they describe lead to.
    """

    def nearest(name: str) -> dict[str, Tensor]:  # small steps resemble many
        mistakes = wrong()
        far = {text: max_distance(end, weights) for text, weights in mistakes.items()}
        near = [text for text in far if far[text] <= 2 * min(far.values())]
        return {text: mistakes[text][name].double() for text in near}

    for name, expected in follow(start, losses, optimizer, h).items():
        assert_close(
            end[name],
            expected,
            dtype=torch.float32,
            length=200,
            magnitude=start[name].double().abs() + len(losses) * h["lr"],
            misconceptions=partial(nearest, name),
            what=f"{name} after {len(losses)} steps of {optimizer} with lr {h['lr']}, given the "
            "losses (each the mean-squared error of its batch before the update)",
        )


def plain_pass(layers: nn.Module, x: Tensor, grad_output: Tensor) -> dict[str, Any]:
    """Return the output of `layers(x)` and the gradients of x and of each parameter."""
    layers, x = copy.deepcopy(layers), x.detach().clone().requires_grad_()
    output = layers(x)
    (output * grad_output).sum().backward()  # output.backward(…) imports sympy: half a second
    return {
        "output": output.detach(),
        "input_grad": x.grad,
        "layer_grads": [param.grad for param in layers.parameters()],
    }


def assert_same_pass(
    actual: dict[str, Any],
    expected: dict[str, Any],
    what: str,
    hint: str = "",
    mistaken: dict[str, Tensor] | None = None,
) -> None:
    """Assert that a pass has the output and gradients of the plain one.

    Args:
        actual: the output and gradients, as `plain_pass` returns them.
        expected: what `plain_pass` returned.
        what: the layers, for the failure message.
        hint: why the gradients may be wrong though the output is not.
        mistaken: outputs of known mistakes, by hint.
    """
    values = {"output": expected["output"], "input_grad": expected["input_grad"]}
    found = {name: actual[name] for name in values}
    for i, grad in enumerate(expected["layer_grads"]):
        if grad is None:  # of a frozen layer
            continue
        values[f"gradient of parameter {i}"] = grad
        found[f"gradient of parameter {i}"] = actual["layer_grads"][i]
    for name, value in values.items():
        if found[name] is None:
            fail(f"{what}: {name} is None", "no gradient arrived: is the graph cut on the way?")
        assert_close(
            found[name],
            value.double(),
            dtype=value.dtype,
            length=64,
            misconceptions={
                "no gradient arrived": torch.zeros_like(value),
                "this is twice what it should be": 2 * value.double(),
                **({hint: found[name]} if hint and name != "output" else {}),
                **((mistaken or {}) if name == "output" else {}),
            },
            what=f"{what}: {name}",
        )
