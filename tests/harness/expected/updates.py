"""The optimizers' updates in float64, to compare submissions with.

An update takes a gradient, the parameter's own state, the number of the step (from 1) and the
hyperparameters, and returns what is to be subtracted from the parameter, which is in the state too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from torch import Tensor

State = dict[str, Any]
Update = Callable[[Tensor, State, int, dict[str, Any]], Tensor]

DEFAULTS: dict[str, dict[str, Any]] = {
    "sgd": {"momentum": 0.0},
    "adagrad": {"lr": 0.01, "eps": 1e-10},
    "rmsprop": {"lr": 0.01, "alpha": 0.99, "eps": 1e-8},
    "adam": {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8},
}


def sgd(grad: Tensor, state: State, step: int, h: dict[str, Any], *, share: float = 1.0) -> Tensor:
    """Return SGD's update; `share` is what the momentum average takes of the gradient."""
    average = h["momentum"] * state.get("m", 0) + share * grad
    if h["momentum"] != 0:
        state["m"] = average
    return h["lr"] * average


def adagrad(
    grad: Tensor, state: State, step: int, h: dict[str, Any], *, kept: float = 1.0, new: float = 1.0
) -> Tensor:
    """Return AdaGrad's update; `kept` and `new` weigh the sum so far and the new square."""
    state["v"] = kept * state.get("v", 0) + new * grad**2
    return h["lr"] * grad / (state["v"].sqrt() + h["eps"])


def rmsprop(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    """Return RMSProp's update."""
    return adagrad(grad, state, step, h, kept=h["alpha"], new=1 - h["alpha"])


def adam(
    grad: Tensor,
    state: State,
    step: int,
    h: dict[str, Any],
    *,
    correct_m: bool = True,
    correct_v: bool = True,
) -> Tensor:
    """Return Adam's update, with or without the corrections for the start at 0."""
    beta1, beta2 = h["betas"]
    state["m"] = beta1 * state.get("m", 0) + (1 - beta1) * grad
    state["v"] = beta2 * state.get("v", 0) + (1 - beta2) * grad**2
    m = state["m"] / (1 - beta1**step) if correct_m else state["m"]
    v = state["v"] / (1 - beta2**step) if correct_v else state["v"]
    return h["lr"] * m / (v.sqrt() + h["eps"])


UPDATES: dict[str, Update] = {"sgd": sgd, "adagrad": adagrad, "rmsprop": rmsprop, "adam": adam}


@dataclass(frozen=True)
class Steps:
    """Steps of an optimizer, and where they lead in float64.

    Attributes:
        name: of the optimizer, a key of UPDATES.
        params: the parameters at the start.
        grads: grads[t][i] is the gradient of parameter i at step t; None where there is none.
        given: the hyperparameters that are not the defaults; a dict holds the value of each step,
            a list that of each parameter, which is in a param group of its own.
    """

    name: str
    params: Sequence[Tensor]
    grads: Sequence[Sequence[Tensor | None]]
    given: dict[str, Any]

    @property
    def hyperparameters(self) -> dict[str, Any]:
        """All hyperparameters: those given, and the defaults of the others."""
        return {**DEFAULTS[self.name], **self.given}

    def end(self, update: Update | None = None, *, count_all: bool = False) -> list[Tensor]:
        """Return the float64 parameters after the steps.

        Args:
            update: a wrong one, instead of the optimizer's own.
            count_all: count also the steps at which a parameter has no gradient.
        """
        update, result = update or UPDATES[self.name], []
        for i, param in enumerate(self.params):
            state: State = {}
            all_steps = of_parameter(self.hyperparameters, i)
            value, count = param.detach().double().clone(), 0
            for t, step_grads in enumerate(self.grads):
                grad, h = step_grads[i], at_step(all_steps, t)
                state["param"] = value
                count += grad is not None or count_all
                if grad is not None:
                    value = value - update(grad.double(), state, count, h)
            result.append(value)
        return result

    def magnitudes(self) -> list[Tensor]:
        """Return the size of all that was added up to a parameter, which rounding scales with."""
        sizes = [[None if grad is None else -grad.abs() for grad in row] for row in self.grads]
        return replace(self, params=[param.abs() for param in self.params], grads=sizes).end()


def of_parameter(hyperparameters: dict[str, Any], i: int) -> dict[str, Any]:
    """Return the hyperparameters of one parameter, where some have its own value."""
    return {k: v[i] if isinstance(v, list) else v for k, v in hyperparameters.items()}


def at_step(hyperparameters: dict[str, Any], t: int) -> dict[str, Any]:
    """Return the hyperparameters of one step, where some of them change from step to step."""
    return {k: v[t] if isinstance(v, dict) else v for k, v in hyperparameters.items()}
