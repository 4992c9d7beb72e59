"""Updates that come out where Adam is got wrong, in the words that a failure uses."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from tests.harness.expected.updates import State, Update, adam

Pair = tuple[float, float]


def _with_averages(
    *,
    of: Callable[[Tensor, Tensor], Tensor] = lambda grad, m: grad**2,
    kept: Callable[[Pair], Pair] = lambda betas: betas,
    new: Callable[[Pair], Pair] = lambda betas: (1 - betas[0], 1 - betas[1]),
) -> Update:
    """Return Adam's update with v of something else, or other weights of the old and the new."""

    def update(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
        old, weights = kept(h["betas"]), new(h["betas"])
        state["m"] = old[0] * state.get("m", 0) + weights[0] * grad
        state["v"] = old[1] * state.get("v", 0) + weights[1] * of(grad, state["m"])
        return _move(state["m"], state["v"], step, h)

    return update


def _move(m: Tensor, v: Tensor, step: int, h: dict[str, Any]) -> Tensor:
    """Return the update that the averages give."""
    beta1, beta2 = h["betas"]
    return h["lr"] * m / (1 - beta1**step) / ((v / (1 - beta2**step)).sqrt() + h["eps"])


def _swapped_betas(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    return adam(grad, state, step, {**h, "betas": h["betas"][::-1]})


def _early_eps(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    scale = (1 - h["betas"][1] ** step) ** 0.5
    return adam(grad, state, step, {**h, "eps": h["eps"] / scale})


def _without(**corrections: bool) -> Update:
    return lambda grad, state, step, h: adam(grad, state, step, h, **corrections)


def _largest_v(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    adam(grad, state, step, h)
    state["most"] = state["v"].maximum(state.get("most", state["v"]))
    return _move(state["m"], state["most"], step, h)


def _counted_from(first: int) -> Update:
    return lambda grad, state, step, h: adam(grad, state, step + first - 1, h)


def _corrected_by(corrections: Callable[[float, float, int], Pair]) -> Update:
    """Return an update that divides m and v by what the betas and the number of the step give."""

    def update(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
        adam(grad, state, step, h)
        beta1, beta2 = h["betas"]
        of_m, of_v = corrections(beta1, beta2, step)
        return h["lr"] * state["m"] / of_m / ((state["v"] / of_v).sqrt() + h["eps"])

    return update


def _first_corrections(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    return adam(grad, state, 1, h)


def _running_products(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    adam(grad, state, step, h)
    before = state.get("products", (1.0, 1.0))
    state["products"] = before[0] * h["betas"][0], before[1] * h["betas"][1]
    of_m, of_v = (1 - product for product in state["products"])
    return h["lr"] * state["m"] / of_m / ((state["v"] / of_v).sqrt() + h["eps"])


def _times_the_step(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    adam(grad, state, step, h)
    m, v = (state[key] / (1 - beta * step) for key, beta in zip("mv", h["betas"], strict=True))
    return h["lr"] * m / (v.sqrt() + h["eps"])


def _corrections_kept(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    update = adam(grad, state, step, h)
    state["m"] = state["m"] / (1 - h["betas"][0] ** step)
    state["v"] = state["v"] / (1 - h["betas"][1] ** step)
    return update


def _along_the_gradient(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    adam(grad, state, step, h)
    return _move(grad * (1 - h["betas"][0] ** step), state["v"], step, h)


def _along_the_corrected(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    adam(grad, state, step, h)
    return _move(grad, state["v"], step, h)


def _later(which: str) -> Update:
    def update(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
        before = {key: state.get(key, torch.zeros_like(grad)) for key in "mv"}
        adam(grad, state, step, h)
        used = {key: before[key] if key in which else state[key] for key in "mv"}
        return _move(used["m"], used["v"], step, h)

    return update


def _decayed(grad: Tensor, state: State, step: int, h: dict[str, Any]) -> Tensor:
    return adam(grad, state, step, h) + 0.01 * h["lr"] * state["param"]


def _all_of_the_new(betas: Pair) -> Pair:
    return 1, 1


ADAM: dict[str, Update] = {
    "this keeps the largest v (that is AMSGrad); it should keep the average": _largest_v,
    "this shrinks the parameter besides (that is AdamW); here there is no weight decay": _decayed,
    "here v averages absolute values; it should average squares": _with_averages(
        of=lambda grad, m: grad.abs()
    ),
    "here v averages the gradients themselves; it should average their squares": _with_averages(
        of=lambda grad, m: grad
    ),
    "here v averages the square of m; it should average that of the gradient": _with_averages(
        of=lambda grad, m: m**2
    ),
    "here v averages over all elements; every element should have its own": _with_averages(
        of=lambda grad, m: (grad**2).mean()
    ),
    "here m and v take all of what is new; they should take 1 - beta of it": _with_averages(
        new=_all_of_the_new
    ),
    "here m takes all of the gradient; it should take 1 - beta1 of it": _with_averages(
        new=lambda betas: (1, 1 - betas[1])
    ),
    "here v takes all of the square; it should take 1 - beta2 of it": _with_averages(
        new=lambda betas: (1 - betas[0], 1)
    ),
    "here the betas weigh what is new; they should weigh the averages so far": _with_averages(
        kept=lambda betas: (1 - betas[0], 1 - betas[1]), new=lambda betas: betas
    ),
    "here m and v are averaged after the step; they should be before": _later("mv"),
    "here v is averaged after the step; it should be before": _later("v"),
    "here m is averaged after the step; it should be before": _later("m"),
    "this goes along the newest gradient; it should go along m": _along_the_gradient,
    "this corrects the newest gradient, and goes along it; it should go along m": (
        _along_the_corrected
    ),
    "steps should count from 1: at the first, corrections divide by 1 - beta": _counted_from(2),
    "here the first step counts as 0, and the corrections divide by 0": _counted_from(0),
    "here the corrections stay those of the first step; they need beta to the power of t": (
        _first_corrections
    ),
    "the corrections multiply the betas of all steps; they need the newest to the power of t": (
        _running_products
    ),
    "the corrections take beta times t; they need beta to the power of t": _times_the_step,
    "here the corrected m and v are kept; the next step should start from those before": (
        _corrections_kept
    ),
    "here neither m nor v is corrected for its start at 0; both should be": _without(
        correct_m=False, correct_v=False
    ),
    "here m is not corrected for its start at 0; it should be": _without(correct_m=False),
    "here v is not corrected for its start at 0; it should be": _without(correct_v=False),
    "here eps is added before v is corrected for its start; it should be after": _early_eps,
    "here the root is divided by all of v's correction; it should be by the root of it": (
        _corrected_by(lambda b1, b2, t: (1 - b1**t, (1 - b2**t) ** 2))
    ),
    "here m is corrected by beta2 and v by beta1; each should be by its own": (
        _corrected_by(lambda b1, b2, t: (1 - b2**t, 1 - b1**t))
    ),
    "here v is corrected by beta1; it should be by beta2": (
        _corrected_by(lambda b1, b2, t: (1 - b1**t, 1 - b1**t))
    ),
    "here m is corrected by beta2; it should be by beta1": (
        _corrected_by(lambda b1, b2, t: (1 - b2**t, 1 - b2**t))
    ),
    "here the corrections multiply; m and v should be divided by them": (
        _corrected_by(lambda b1, b2, t: (1 / (1 - b1**t), 1 / (1 - b2**t)))
    ),
    "here v is averaged with beta1; it should be with beta2": _with_averages(
        kept=lambda betas: (betas[0], betas[0]), new=lambda betas: (1 - betas[0], 1 - betas[0])
    ),
    "beta1 and beta2 are swapped": _swapped_betas,
}
