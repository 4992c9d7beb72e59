"""The optimizers' updates in float64, and runs of the submission's optimizers.

An update takes a gradient, the parameter's state, the number of the step (from 1) and the
hyperparameters. It returns what to subtract from the parameter, whose value is state["param"].
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
import torch
from torch import Tensor

from tests.harness.checks.source_names import definitions, names_in
from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import Rng
from tests.harness.runtime.describe import describe, describe_error

State = dict[str, Any]
Hyper = dict[str, Any]  # hyperparameters by name
Update = Callable[[Tensor, State, int, Hyper], Tensor]

STEPS = 5
FLOATS = (torch.float32, torch.float64, torch.bfloat16)

DEFAULTS: dict[str, Hyper] = {
    "sgd": {"momentum": 0.0},
    "adagrad": {"lr": 0.01, "eps": 1e-10},
    "rmsprop": {"lr": 0.01, "alpha": 0.99, "eps": 1e-8},
    "adam": {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8},
    "adamw": {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 0.01},
}


def sgd(grad: Tensor, state: State, step: int, h: Hyper, *, share: float = 1.0) -> Tensor:
    """Return SGD's update; `share` is the weight of the gradient in the momentum average."""
    average = h["momentum"] * state.get("m", 0) + share * grad
    if h["momentum"] != 0:
        state["m"] = average
    return h["lr"] * average


def adagrad(
    grad: Tensor, state: State, step: int, h: Hyper, *, kept: float = 1.0, new: float = 1.0
) -> Tensor:
    """Return AdaGrad's update; `kept` and `new` are weights of the sum so far and the square."""
    state["v"] = kept * state.get("v", 0) + new * grad**2
    return h["lr"] * grad / (state["v"].sqrt() + h["eps"])


def rmsprop(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    """Return RMSProp's update."""
    return adagrad(grad, state, step, h, kept=h["alpha"], new=1 - h["alpha"])


def adam(
    grad: Tensor,
    state: State,
    step: int,
    h: Hyper,
    *,
    correct_m: bool = True,
    correct_v: bool = True,
) -> Tensor:
    """Return Adam's update, with or without the corrections of m and v for their start at 0."""
    beta1, beta2 = h["betas"]
    state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad**2
    m = state["m"] / (1 - beta1**step) if correct_m else state["m"]
    v = state["v"] / (1 - beta2**step) if correct_v else state["v"]
    return h["lr"] * m / (v.sqrt() + h["eps"])


def decay(state: State, h: Hyper) -> Tensor:
    """Return what AdamW takes from the parameter before Adam's step."""
    return h["lr"] * h["weight_decay"] * state["param"]


def adamw(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    """Return AdamW's update."""
    return decay(state, h) + adam(grad, state, step, h)


UPDATES: dict[str, Update] = {
    "sgd": sgd,
    "adagrad": adagrad,
    "rmsprop": rmsprop,
    "adam": adam,
    "adamw": adamw,
}

each_optimizer = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.problem(name)) for name in UPDATES]
)


@dataclass(frozen=True)
class Steps:
    """Steps of an optimizer, and their float64 result.

    Attributes:
        name: the optimizer, a key of UPDATES.
        params: the parameters at the start.
        grads: grads[t][i] is the gradient of parameter i at step t; None where there is none.
        given: the hyperparameters that differ from the defaults. A dict holds a value for each
            step, a list one for each parameter, which then is a param group of its own.
    """

    name: str
    params: Sequence[Tensor]
    grads: Sequence[Sequence[Tensor | None]]
    given: Hyper

    @property
    def hyperparameters(self) -> Hyper:
        """All hyperparameters: those given, and the defaults of the others."""
        return {**DEFAULTS[self.name], **self.given}

    def end(
        self, update: Update | None = None, *, count_all: bool = False, decay_all: bool = False
    ) -> list[Tensor]:
        """Return the float64 parameters after the steps.

        Args:
            update: replaces the optimizer's own update.
            count_all: count also the steps at which a parameter has no gradient.
            decay_all: let AdamW's decay take place also at these steps.
        """
        update, result = update or UPDATES[self.name], []
        for i, param in enumerate(self.params):
            state: State = {}
            all_steps = hyperparameters_of(self.hyperparameters, i)
            value, count = param.detach().double().clone(), 0
            for t, step_grads in enumerate(self.grads):
                grad, h = step_grads[i], hyperparameters_at(all_steps, t)
                state["param"] = value
                count += grad is not None or count_all
                if grad is not None:
                    value = value - update(grad.double(), state, count, h)
                elif decay_all:
                    value = value - decay(state, h)
            result.append(value)
        return result

    def magnitudes(self) -> list[Tensor]:
        """Return the sums of absolute values for each parameter, which rounding scales with."""
        sizes = [[None if grad is None else -grad.abs() for grad in row] for row in self.grads]
        given = self.given | {"weight_decay": 0.0}  # what has decayed was rounded at its full size
        params = [param.abs() for param in self.params]
        return replace(self, params=params, grads=sizes, given=given).end()


def hyperparameters_of(hyperparameters: Hyper, i: int) -> Hyper:
    """Return the hyperparameters of parameter i: of a list, its own value."""
    return {k: v[i] if isinstance(v, list) else v for k, v in hyperparameters.items()}


def hyperparameters_at(hyperparameters: Hyper, t: int) -> Hyper:
    """Return the hyperparameters of step t: of a dict, its own value."""
    return {k: v[t] if isinstance(v, dict) else v for k, v in hyperparameters.items()}


def draw_hyperparameters(name: str, rng: Rng) -> Hyper:
    """Return hyperparameters far from the defaults, so that each one matters."""
    some: Hyper = {"lr": rng.uniform(0.05, 0.5)}
    if name == "sgd":
        return some | {"momentum": rng.uniform(0.3, 0.95)}
    if name == "rmsprop":
        some["alpha"] = rng.uniform(0.3, 0.8)
    if name in ("adam", "adamw"):
        some["betas"] = (rng.uniform(0.3, 0.6), rng.uniform(0.7, 0.95))
    if name == "adamw":
        some["weight_decay"] = rng.uniform(0.3, 0.9)
    return some | {"eps": rng.uniform(0.1, 0.5)}


def draw_parameters(
    rng: Rng, dtypes: Sequence[torch.dtype] = FLOATS[:1], scale: float = 0.1
) -> tuple[list[Tensor], list[Tensor]]:
    """Return parameters of many shapes and strides, and the tensors that they are views of."""
    shapes = [(5,), (6, 4), (3, 9), (2,), (0, 3), (3, 2, 4), (5,)]  # two of one shape
    bases = [
        (scale * rng.normal(*shape)).to(dtypes[i % len(dtypes)]) for i, shape in enumerate(shapes)
    ]
    views = [bases[0], bases[1].T, bases[2][1:, ::2], bases[3][1], bases[4], *bases[5:]]
    return [view.detach().requires_grad_() for view in views], bases


def clone_parameters(params: Iterable[Tensor]) -> list[Tensor]:
    """Return copies of parameters, without gradients."""
    return [param.detach().clone().requires_grad_() for param in params]


def draw_gradients(
    rng: Rng, params: Sequence[Tensor], steps: int = STEPS, scale: float = 1.0
) -> list[list[Tensor | None]]:
    """Return gradients for each step and parameter.

    Some have an element 0, some are all 0 at step 3, one is expanded, and some are None.
    """
    grads: list[list[Tensor | None]] = []
    for step in range(steps):
        row = [(scale * rng.normal(*p.shape)).to(p.dtype) for p in params]
        row[0][0] = 0.0
        if step == 3 and len(row) > 5:
            row[2], row[5] = torch.zeros_like(row[2]), torch.zeros_like(row[5])
        row[1] = row[1][:1].expand(params[1].shape)
        grads.append([None if (step + 3 * i) % 7 == 3 else grad for i, grad in enumerate(row)])
    return grads


def accepts_hyperparameters(adapters: Adapters, steps: Steps, **resumed: int) -> bool:
    """Return whether the submission's adapter takes a value for each parameter, or for each step.

    The adapter that was handed out does. Another one is tried.

    Args:
        adapters: the submission.
        steps: steps with such hyperparameters.
        resumed: the argument `resume_at` of run_optimizer_resumed, if that is the adapter.
    """
    if _is_as_handed_out(adapters):
        return True
    seen = adapters.observed()
    adapter = seen.run_optimizer_resumed if resumed else seen.run_optimizer
    params = clone_parameters(steps.params)
    return adapter(steps.name, params, steps.grads, steps.given, **resumed).error is None


def _is_as_handed_out(adapters: Adapters) -> bool:
    adapter = definitions(adapters.source("adapters.py")).get("run_optimizer")
    return adapter is not None and "_build_optimizer" in names_in(adapter)


def run_steps(adapters: Adapters, steps: Steps, **resumed: int) -> dict[str, list[Any]]:
    """Run the submission's optimizer on copies of the parameters; check the result's form.

    Args:
        adapters: the submission.
        steps: the steps to take.
        resumed: the argument `resume_at` of run_optimizer_resumed, if that is the adapter.
    """
    adapter = adapters.run_optimizer_resumed if resumed else adapters.run_optimizer

    def take(grads: Sequence[Sequence[Tensor | None]]) -> Any:
        return adapter(steps.name, clone_parameters(steps.params), grads, steps.given, **resumed)

    try:
        return check_form(take(steps.grads))
    except (AttributeError, RuntimeError, TypeError) as error:
        text = f"{describe_error(error)}; raised in {adapters.raised_at}"
        if "single memory location" in str(error):  # an expanded gradient was written to
            fail(text, "this writes to .grad itself, perhaps as state: work on a copy")
        if "NoneType" not in str(error):
            raise
        params = [param.detach() for param in steps.params]
        take(
            [
                [p if g is None else g for g, p in zip(row, params, strict=True)]
                for row in steps.grads
            ]
        )
        fail(text, "a parameter whose .grad is None has no step to take: leave it alone")


def check_form(result: Any) -> dict[str, list[Any]]:
    """Return the result of run_optimizer; fail if it is not a dict of params and state."""
    if not isinstance(result, dict) or not {"params", "state"} <= result.keys():
        fail(f"expected a dict with the keys params and state, got {describe(result)}")
    return result
