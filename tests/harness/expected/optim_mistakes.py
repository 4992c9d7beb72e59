"""Updates that optimizers get wrong, in the words that a failure uses, in float64."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from tests.harness.expected.mistaken_adam import ADAM
from tests.harness.expected.mistaken_eps import mistaken_eps
from tests.harness.expected.updates import UPDATES, State, Update, adagrad, adam, rmsprop, sgd


def _no_root(name: str) -> Update:
    def update(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
        UPDATES[name](grad, state, step, h)
        return h["lr"] * grad / (state["v"] + h["eps"])

    return update


def _no_root_of_v(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    beta1, beta2 = h["betas"]
    adam(grad, state, step, h)
    m, v = state["m"] / (1 - beta1**step), state["v"] / (1 - beta2**step)
    return h["lr"] * m / (v + h["eps"])


def _no_lr(name: str) -> Update:
    return lambda grad, state, step, h: UPDATES[name](grad, state, step, {**h, "lr": 1.0})


def _ascent(name: str) -> Update:
    return lambda grad, state, step, h: -UPDATES[name](grad, state, step, h)


def _nesterov(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    sgd(grad, state, step, h)
    return h["lr"] * (grad + h["momentum"] * state.get("m", 0))


def _root_kept(name: str, with_eps: bool = False) -> Update:
    """Return an update that leaves the root in the place of the squares, as `sqrt_` does."""

    def update(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
        change = UPDATES[name](grad, state, step, h)
        state["v"] = state["v"].sqrt() + with_eps * h["eps"]
        return change

    return update


def _averaged_afterwards(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    before = state.get("m", torch.zeros_like(grad))
    state["m"] = h["momentum"] * before + grad
    return h["lr"] * before


def _first_counts_again(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    if step == 1:
        state["m"] = grad
    return sgd(grad, state, step, h)


def _lr_in_average(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    state["m"] = h["momentum"] * state.get("m", 0) + h["lr"] * grad
    return state["m"]


def _first_is_grad_itself(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    update = sgd(grad, state, step, h)
    if step == 1:
        state["m"] = torch.zeros_like(grad)  # as the next zero_grad() leaves it
    return update


def _newest_only(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    return h["lr"] * grad / (grad.abs() + h["eps"])


def _sum_of_sizes(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    state["v"] = state.get("v", 0) + grad.abs()
    return h["lr"] * grad / (state["v"].sqrt() + h["eps"])


def _sum_of_gradients(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    state["v"] = state.get("v", 0) + grad
    return h["lr"] * grad / (state["v"].sqrt() + h["eps"])


def _lr_in_sum(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    state["v"] = state.get("v", 0) + (h["lr"] * grad) ** 2
    return h["lr"] * grad / (state["v"].sqrt() + h["eps"])


def _lr_falls(power: float) -> Update:
    return lambda grad, state, step, h: adagrad(grad, state, step, h) / step**power


def _one_sum_for_all(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    state["v"] = state.get("v", 0) + (grad**2).sum()
    return h["lr"] * grad / (state["v"].sqrt() + h["eps"])


def _added_afterwards(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    before = torch.as_tensor(state.get("v", 0), dtype=torch.float64)
    state["v"] = before + grad**2
    return h["lr"] * grad / (before.sqrt() + h["eps"])


def _squares_averaged_afterwards(
    grad: Tensor, state: State, step: int, h: dict[str, Any]
) -> Tensor:
    before = state.get("v", torch.zeros_like(grad))
    rmsprop(grad, state, step, h)
    return h["lr"] * grad / (before.sqrt() + h["eps"])


def _average_of(what: Callable[[Tensor, float], Tensor]) -> Update:
    """Return RMSProp's update with another average, of what a gradient and 1 - alpha give."""

    def update(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
        state["v"] = h["alpha"] * state.get("v", 0) + what(grad, 1 - h["alpha"])
        return h["lr"] * grad / (state["v"].sqrt() + h["eps"])

    return update


def _swapped_alpha(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    return rmsprop(grad, state, step, {**h, "alpha": 1 - h["alpha"]})


def _corrected(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    rmsprop(grad, state, step, h)
    return h["lr"] * grad / ((state["v"] / (1 - h["alpha"] ** step)).sqrt() + h["eps"])


def _mean_of_squares(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    adagrad(grad, state, step, h)
    return h["lr"] * grad / ((state["v"] / step).sqrt() + h["eps"])


def _started_at(name: str, first: float | None = None) -> Update:
    """Return an update whose sum or average starts at a number; at the first square where None."""

    def update(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
        if step == 1:
            state["v"] = grad**2 if first is None else torch.full_like(grad, first)
        return UPDATES[name](grad, state, step, h)

    return update


def _centered(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    rmsprop(grad, state, step, h)
    state["m"] = h["alpha"] * state.get("m", 0) + (1 - h["alpha"]) * grad
    return h["lr"] * grad / ((state["v"] - state["m"] ** 2).clamp(min=0).sqrt() + h["eps"])


_ROOT = "the square root is missing"
_KEPT = "the squares became their root in place: take the root of a copy"
_KEPT_EPS = "the squares became their root plus eps in place: work on a copy"
_LR = "the step is not multiplied by lr"
_SIGN = "this goes up the gradient; a step should go down"

MISTAKES: dict[str, dict[str, Update]] = {
    "sgd": {
        _SIGN: _ascent("sgd"),
        _LR: _no_lr("sgd"),
        "here the average takes 1 - momentum of the gradient; it should take all of it": (
            lambda grad, state, step, h: sgd(grad, state, step, h, share=1 - h["momentum"])
        ),
        "the average is .grad itself, which is zeroed before the next step: work on a copy": (
            _first_is_grad_itself
        ),
        "here the first gradient is damped too; the average should start as all of it": (
            lambda grad, state, step, h: sgd(
                grad, state, step, h, share=1 - h["momentum"] if step == 1 else 1.0
            )
        ),
        "here all gradients but the first are damped; each should join the average in full": (
            lambda grad, state, step, h: sgd(
                grad, state, step, h, share=1 - h["momentum"] if step > 1 else 1.0
            )
        ),
        "here the gradient joins the average after the step; it belongs before": (
            _averaged_afterwards
        ),
        "here the first gradient counts again: the average starts as it, or at 0, not both": (
            _first_counts_again
        ),
        "here lr is part of the average; it should scale the step": _lr_in_average,
        "lr is in the average and in the step; it should scale the step alone": (
            lambda grad, state, step, h: sgd(grad, state, step, h, share=h["lr"])
        ),
        "momentum is left out": lambda grad, state, step, h: h["lr"] * grad,
        "this is Nesterov's momentum; the step should be lr times the average": _nesterov,
    },
    "adagrad": {
        _SIGN: _ascent("adagrad"),
        _LR: _no_lr("adagrad"),
        **mistaken_eps("adagrad"),
        _KEPT: _root_kept("adagrad"),
        _KEPT_EPS: _root_kept("adagrad", with_eps=True),
        "here the sum starts at 0.1; it should start at 0": _started_at("adagrad", 0.1),
        "here the sum starts at 1; it should start at 0": _started_at("adagrad", 1.0),
        "here the squares are averaged over the steps; they should be added up": _mean_of_squares,
        _ROOT: _no_root("adagrad"),
        "here only the newest square counts; those of all steps should add up": _newest_only,
        "here the new square is added after the step; it should be before": _added_afterwards,
        "this sums absolute values; it should sum the squares": _sum_of_sizes,
        "here lr is part of the sum; it should scale the step": _lr_in_sum,
        "this sums the gradients themselves; it should sum their squares": _sum_of_gradients,
        "here lr falls with the root of the steps; the sum alone should make steps smaller": (
            _lr_falls(0.5)
        ),
        "here lr falls with the steps; the sum alone should make them smaller": _lr_falls(1),
        "this sums over all elements; every element should have its own sum": _one_sum_for_all,
        "this averages the squares over time (that is RMSProp); it should sum them": (
            lambda grad, state, step, h: adagrad(grad, state, step, h, kept=0.99, new=0.01)
        ),
    },
    "rmsprop": {
        _SIGN: _ascent("rmsprop"),
        _LR: _no_lr("rmsprop"),
        **mistaken_eps("rmsprop"),
        _KEPT: _root_kept("rmsprop"),
        _KEPT_EPS: _root_kept("rmsprop", with_eps=True),
        "here the average starts at the first square; it should start at 0": _started_at("rmsprop"),
        "here the average starts at 1; it should start at 0": _started_at("rmsprop", 1.0),
        "this is centered RMSProp; the mean gradient should not be subtracted": _centered,
        _ROOT: _no_root("rmsprop"),
        "here alpha weighs the new square; it should weigh the average so far": _swapped_alpha,
        "this sums the squares (that is AdaGrad); it should average them over time": adagrad,
        "here the new square joins the average after the step; it belongs before": (
            _squares_averaged_afterwards
        ),
        "this squares 1 - alpha too; only the gradient is squared": _average_of(
            lambda grad, weight: (weight * grad) ** 2
        ),
        "this averages absolute values; it should average squares": _average_of(
            lambda grad, weight: weight * grad.abs()
        ),
        "this averages the gradients themselves; it should average their squares": _average_of(
            lambda grad, weight: weight * grad
        ),
        "this averages over all elements; every element should have its own average": _average_of(
            lambda grad, weight: weight * (grad**2).mean()
        ),
        "here the new square is weighed by alpha; it should be by 1 - alpha": (
            lambda grad, state, step, h: adagrad(
                grad, state, step, h, kept=h["alpha"], new=h["alpha"]
            )
        ),
        "here the new square counts in full; it should be weighed by 1 - alpha": (
            lambda grad, state, step, h: adagrad(grad, state, step, h, kept=h["alpha"])
        ),
        "here the average is corrected for its start at 0; only Adam should do that": _corrected,
    },
    "adam": {
        _SIGN: _ascent("adam"),
        _LR: _no_lr("adam"),
        **mistaken_eps("adam"),
        _ROOT: _no_root_of_v,
        **ADAM,
    },
}
