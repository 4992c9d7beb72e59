"""Known mistakes in the optimizers, as updates by hint, and the comparison that recognizes them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

from tests.harness.checks.values import assert_close
from tests.harness.expected.optim import (
    DEFAULTS,
    STEPS,
    UPDATES,
    Hyper,
    State,
    Steps,
    Update,
    adagrad,
    adam,
    decay,
    hyperparameters_at,
    hyperparameters_of,
    rmsprop,
    sgd,
)
from tests.harness.plugin.failure import Mismatch, fail
from tests.harness.runtime.describe import describe

Pair = tuple[float, float]


def _decayed_by(lr: float) -> Update:
    return lambda grad, state, step, h: decay(state, h | {"lr": lr}) + adam(grad, state, step, h)


def _with_averages(
    *,
    of: Callable[[Tensor, Tensor], Tensor] = lambda grad, m: grad**2,
    kept: Callable[[Pair], Pair] = lambda betas: betas,
    new: Callable[[Pair], Pair] = lambda betas: (1 - betas[0], 1 - betas[1]),
) -> Update:
    """Return a variant of Adam's update.

    Args:
        of: what v averages, from the gradient and m.
        kept: the weights of the averages so far, from the betas.
        new: the weights of the new values, from the betas.
    """

    def update(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
        old, weights = kept(h["betas"]), new(h["betas"])
        state["m"] = old[0] * state.get("m", 0) + weights[0] * grad
        state["v"] = old[1] * state.get("v", 0) + weights[1] * of(grad, state["m"])
        return _move(state["m"], state["v"], step, h)

    return update


def _move(m: Tensor, v: Tensor, step: int, h: Hyper) -> Tensor:
    """Return Adam's update for these averages, corrected for their start at 0."""
    beta1, beta2 = h["betas"]
    return h["lr"] * m / (1 - beta1**step) / ((v / (1 - beta2**step)).sqrt() + h["eps"])


def _swapped_betas(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    return adam(grad, state, step, {**h, "betas": h["betas"][::-1]})


def _early_eps(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    scale = (1 - h["betas"][1] ** step) ** 0.5
    return adam(grad, state, step, {**h, "eps": h["eps"] / scale})


def _without(**corrections: bool) -> Update:
    return lambda grad, state, step, h: adam(grad, state, step, h, **corrections)


def _largest_v(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    adam(grad, state, step, h)
    state["most"] = state["v"].maximum(state.get("most", state["v"]))
    return _move(state["m"], state["most"], step, h)


def _counted_from(first: int) -> Update:
    return lambda grad, state, step, h: adam(grad, state, step + first - 1, h)


def _corrected_by(corrections: Callable[[float, float, int], Pair]) -> Update:
    """Return an update with other corrections of m and v, from beta1, beta2 and the step."""

    def update(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
        adam(grad, state, step, h)
        beta1, beta2 = h["betas"]
        of_m, of_v = corrections(beta1, beta2, step)
        return h["lr"] * state["m"] / of_m / ((state["v"] / of_v).sqrt() + h["eps"])

    return update


def _running_products(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    adam(grad, state, step, h)
    before = state.get("products", (1.0, 1.0))
    state["products"] = before[0] * h["betas"][0], before[1] * h["betas"][1]
    of_m, of_v = (1 - product for product in state["products"])
    return h["lr"] * state["m"] / of_m / ((state["v"] / of_v).sqrt() + h["eps"])


def _corrections_kept(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    update = adam(grad, state, step, h)
    state["m"] = state["m"] / (1 - h["betas"][0] ** step)
    state["v"] = state["v"] / (1 - h["betas"][1] ** step)
    return update


def _along_the_gradient(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    adam(grad, state, step, h)
    return _move(grad * (1 - h["betas"][0] ** step), state["v"], step, h)


def _along_the_corrected(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    adam(grad, state, step, h)
    return _move(grad, state["v"], step, h)


def _later(which: str) -> Update:
    def update(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
        before = {key: state.get(key, torch.zeros_like(grad)) for key in "mv"}
        adam(grad, state, step, h)
        used = {key: before[key] if key in which else state[key] for key in "mv"}
        return _move(used["m"], used["v"], step, h)

    return update


def _decayed(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    return adam(grad, state, step, h) + 0.01 * h["lr"] * state["param"]


def _all_of_the_new(betas: Pair) -> Pair:
    return 1, 1


ADAM: dict[str, Update] = {
    "this keeps the largest v (that is AMSGrad); it should keep the average": _largest_v,
    "this also shrinks the parameter (that is AdamW); Adam has no weight decay": _decayed,
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
    "here m and v take all of the new value; they should take 1 - beta of it": _with_averages(
        new=_all_of_the_new
    ),
    "here m takes all of the gradient; it should take 1 - beta1 of it": _with_averages(
        new=lambda betas: (1, 1 - betas[1])
    ),
    "here v takes all of the square; it should take 1 - beta2 of it": _with_averages(
        new=lambda betas: (1 - betas[0], 1)
    ),
    "here the betas weight the new values; they should weight the averages so far": _with_averages(
        kept=lambda betas: (1 - betas[0], 1 - betas[1]), new=lambda betas: betas
    ),
    "here m and v are averaged after the step; they should be before": _later("mv"),
    "here v is averaged after the step; it should be before": _later("v"),
    "here m is averaged after the step; it should be before": _later("m"),
    "the step follows the newest gradient; it should follow m": _along_the_gradient,
    "the step follows the corrected newest gradient; it should follow m": (_along_the_corrected),
    "steps should count from 1: at the first, corrections divide by 1 - beta": _counted_from(2),
    "here the first step counts as 0, and the corrections divide by 0": _counted_from(0),
    "here the corrections stay those of the first step; they need beta to the power of t": (
        _corrected_by(lambda b1, b2, t: (1 - b1, 1 - b2))
    ),
    "the corrections multiply the betas of all steps; they need the newest to the power of t": (
        _running_products
    ),
    "the corrections take beta times t; they need beta to the power of t": _corrected_by(
        lambda b1, b2, t: (1 - b1 * t, 1 - b2 * t)
    ),
    "the corrected m and v are stored; store m and v as they are before the correction": (
        _corrections_kept
    ),
    "here neither m nor v is corrected for its start at 0; both should be": _without(
        correct_m=False, correct_v=False
    ),
    "here m is not corrected for its start at 0; it should be": _without(correct_m=False),
    "here v is not corrected for its start at 0; it should be": _without(correct_v=False),
    "here eps is added before v is corrected for its start; add it after": _early_eps,
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


def eps_mistakes(name: str) -> dict[str, Update]:
    """Return the mistakes about eps of an optimizer that divides by a root, by hint."""
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
    def update(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
        plain = UPDATES[name](grad, state, step, {**h, "eps": 0.0, "lr": 1.0})
        v = state["v"] / (1 - h["betas"][1] ** step) if name == "adam" else state["v"]
        return torch.where(v > 0, h["lr"] * plain * (v / (v + h["eps"] ** power)).sqrt(), 0.0)

    return update


def _lectures_eps(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    return _in_root("adagrad", 1)(grad, state, step, {**h, "eps": 1e-5})


def _larger_of_root_and_eps(name: str) -> Update:
    def update(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
        plain = UPDATES[name](grad, state, step, {**h, "eps": 0.0, "lr": 1.0})
        root = (state["v"] / (1 - h["betas"][1] ** step if name == "adam" else 1)).sqrt()
        return torch.where(root > 0, h["lr"] * plain * root / root.clamp(min=h["eps"]), 0.0)

    return update


def _no_root(name: str) -> Update:
    def update(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
        UPDATES[name](grad, state, step, h)
        return h["lr"] * grad / (state["v"] + h["eps"])

    return update


def _no_root_of_v(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    beta1, beta2 = h["betas"]
    adam(grad, state, step, h)
    m, v = state["m"] / (1 - beta1**step), state["v"] / (1 - beta2**step)
    return h["lr"] * m / (v + h["eps"])


def _no_lr(name: str) -> Update:
    return lambda grad, state, step, h: UPDATES[name](grad, state, step, {**h, "lr": 1.0})


def _ascent(name: str) -> Update:
    return lambda grad, state, step, h: -UPDATES[name](grad, state, step, h)


def _nesterov(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    sgd(grad, state, step, h)
    return h["lr"] * (grad + h["momentum"] * state.get("m", 0))


def _root_kept(name: str, with_eps: bool = False) -> Update:
    """Return an update that replaces the squares by their root, as `sqrt_` does."""

    def update(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
        change = UPDATES[name](grad, state, step, h)
        state["v"] = state["v"].sqrt() + with_eps * h["eps"]
        return change

    return update


def _averaged_afterwards(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    before = state.get("m", torch.zeros_like(grad))
    state["m"] = h["momentum"] * before + grad
    return h["lr"] * before


def _first_counts_again(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    if step == 1:
        state["m"] = grad
    return sgd(grad, state, step, h)


def _lr_in_average(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    state["m"] = h["momentum"] * state.get("m", 0) + h["lr"] * grad
    return state["m"]


def _first_is_grad_itself(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    update = sgd(grad, state, step, h)
    if step == 1:
        state["m"] = torch.zeros_like(grad)  # as the next zero_grad() leaves it
    return update


def _newest_only(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    return h["lr"] * grad / (grad.abs() + h["eps"])


def _sum_of(what: Callable[[Tensor, float], Tensor]) -> Update:
    """Return AdaGrad's update with another sum: of `what(gradient, lr)`."""

    def update(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
        state["v"] = state.get("v", 0) + what(grad, h["lr"])
        return h["lr"] * grad / (state["v"].sqrt() + h["eps"])

    return update


def _added_afterwards(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    before = torch.as_tensor(state.get("v", 0), dtype=torch.float64)
    state["v"] = before + grad**2
    return h["lr"] * grad / (before.sqrt() + h["eps"])


def _squares_averaged_afterwards(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    before = state.get("v", torch.zeros_like(grad))
    rmsprop(grad, state, step, h)
    return h["lr"] * grad / (before.sqrt() + h["eps"])


def _average_of(what: Callable[[Tensor, float], Tensor]) -> Update:
    """Return RMSProp's update with another average: of `what(gradient, 1 - alpha)`."""

    def update(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
        state["v"] = h["alpha"] * state.get("v", 0) + what(grad, 1 - h["alpha"])
        return h["lr"] * grad / (state["v"].sqrt() + h["eps"])

    return update


def _swapped_alpha(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    return rmsprop(grad, state, step, {**h, "alpha": 1 - h["alpha"]})


def _corrected(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    rmsprop(grad, state, step, h)
    return h["lr"] * grad / ((state["v"] / (1 - h["alpha"] ** step)).sqrt() + h["eps"])


def _mean_of_squares(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    adagrad(grad, state, step, h)
    return h["lr"] * grad / ((state["v"] / step).sqrt() + h["eps"])


def _started_at(name: str, first: float | None = None) -> Update:
    """Return an update whose sum or average starts at `first`, or at the first square if None."""

    def update(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
        if step == 1:
            state["v"] = grad**2 if first is None else torch.full_like(grad, first)
        return UPDATES[name](grad, state, step, h)

    return update


def _centered(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    rmsprop(grad, state, step, h)
    state["m"] = h["alpha"] * state.get("m", 0) + (1 - h["alpha"]) * grad
    return h["lr"] * grad / ((state["v"] - state["m"] ** 2).clamp(min=0).sqrt() + h["eps"])


def _into_the_gradient(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    return adam(grad + h["weight_decay"] * state["param"], state, step, h)


def _decay_with_m(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    adam(grad, state, step, h)
    correction = 1 - h["betas"][0] ** step
    decayed = state["m"] + correction * h["weight_decay"] * state["param"]
    return _move(decayed, state["v"], step, h)


def _after_the_step(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    update = adam(grad, state, step, h)
    return update + decay({"param": state["param"] - update}, h)


def _state_decays(grad: Tensor, state: State, step: int, h: Hyper) -> Tensor:
    update = adam(grad, state, step, h)
    state["m"] = state["m"] - decay({"param": state["m"]}, h)
    return update


def _decays_by(amount: Callable[[Tensor, int, Hyper], Tensor]) -> Update:
    """Return an update with another decay, from the parameter, the step and hyperparameters."""
    return lambda grad, state, step, h: adam(grad, state, step, h) + amount(state["param"], step, h)


DECAY: dict[str, Update] = {
    "here the decay is put into the gradient (that is Adam with L2 regularization); it should be "
    "taken from the parameter": _into_the_gradient,
    "here the decay is added to m, and divided by the root of v; it should be taken from the "
    "parameter": _decay_with_m,
    "here the parameter does not decay": adam,
    "the decay is not multiplied by lr": _decays_by(lambda p, step, h: h["weight_decay"] * p),
    "the decay is multiplied by lr twice": _decays_by(
        lambda p, step, h: h["lr"] ** 2 * h["weight_decay"] * p
    ),
    "the decay is not multiplied by weight_decay": _decays_by(lambda p, step, h: h["lr"] * p),
    "the decay is multiplied by the corrected lr; it should be by lr itself": _decays_by(
        lambda p, step, h: h["lr"] / (1 - h["betas"][0] ** step) * h["weight_decay"] * p
    ),
    "here the parameter decays after the step; it should before": _after_the_step,
    "here the parameter grows; decay makes it smaller": _decays_by(
        lambda p, step, h: -h["lr"] * h["weight_decay"] * p
    ),
    "here the decay uses only the parameter's sign; it should be a part of the parameter": (
        _decays_by(lambda p, step, h: h["lr"] * h["weight_decay"] * p.sign())
    ),
    "here m decays; the parameter should": _state_decays,
}


def _with_decay(update: Update) -> Update:
    return lambda grad, state, step, h: decay(state, h) + update(grad, state, step, h)


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
        "here the first gradient counts twice: start the average either with it or at 0": (
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
        **eps_mistakes("adagrad"),
        _KEPT: _root_kept("adagrad"),
        _KEPT_EPS: _root_kept("adagrad", with_eps=True),
        "here the sum starts at 0.1; it should start at 0": _started_at("adagrad", 0.1),
        "here the sum starts at 1; it should start at 0": _started_at("adagrad", 1.0),
        "here the squares are averaged over the steps; they should be added up": _mean_of_squares,
        _ROOT: _no_root("adagrad"),
        "here only the newest square counts; those of all steps should add up": _newest_only,
        "here the new square is added after the step; it should be before": _added_afterwards,
        "this sums absolute values; it should sum the squares": _sum_of(
            lambda grad, lr: grad.abs()
        ),
        "here lr is part of the sum; it should scale the step": _sum_of(
            lambda grad, lr: (lr * grad) ** 2
        ),
        "this sums the gradients themselves; it should sum their squares": _sum_of(
            lambda grad, lr: grad
        ),
        "eps is 1e-5 inside the square root, as in the lecture; add the eps given to the root": (
            _lectures_eps
        ),
        "this sums over all elements; every element should have its own sum": _sum_of(
            lambda grad, lr: (grad**2).sum()
        ),
        "this averages the squares over time (that is RMSProp); it should sum them": (
            lambda grad, state, step, h: adagrad(grad, state, step, h, kept=0.99, new=0.01)
        ),
    },
    "rmsprop": {
        _SIGN: _ascent("rmsprop"),
        _LR: _no_lr("rmsprop"),
        **eps_mistakes("rmsprop"),
        _KEPT: _root_kept("rmsprop"),
        _KEPT_EPS: _root_kept("rmsprop", with_eps=True),
        "here the average starts at the first square; it should start at 0": _started_at("rmsprop"),
        "here the average starts at 1; it should start at 0": _started_at("rmsprop", 1.0),
        "this is centered RMSProp; the mean gradient should not be subtracted": _centered,
        _ROOT: _no_root("rmsprop"),
        "here alpha weights the new square; it should weight the average so far": _swapped_alpha,
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
        "here the weight of the new square is alpha; it should be 1 - alpha": (
            lambda grad, state, step, h: adagrad(
                grad, state, step, h, kept=h["alpha"], new=h["alpha"]
            )
        ),
        "here the weight of the new square is 1; it should be 1 - alpha": (
            lambda grad, state, step, h: adagrad(grad, state, step, h, kept=h["alpha"])
        ),
        "here the average is corrected for its start at 0; only Adam should do that": _corrected,
    },
    "adam": {
        _SIGN: _ascent("adam"),
        _LR: _no_lr("adam"),
        **eps_mistakes("adam"),
        _ROOT: _no_root_of_v,
        **ADAM,
    },
}
MISTAKES["adamw"] = DECAY | {
    text: _with_decay(mistake) for text, mistake in MISTAKES["adam"].items() if mistake != _decayed
}


def assert_updated(actual: Sequence[Any], steps: Steps) -> None:
    """Assert that parameters equal a float64 simulation's; the hint is the mistake that fits.

    Args:
        actual: the parameters after the steps.
        steps: the steps that the optimizer took.
    """
    name, number = steps.name, len(steps.grads)
    expected, sizes = steps.end(), steps.magnitudes()
    try:
        for i, param in enumerate(steps.params):
            size, length, roundings = sizes[i], 4 * number, 8.0
            if name in ("adam", "adamw"):
                h = hyperparameters_of(steps.hyperparameters, i)
                roundings += 2 / (
                    1 - max(hyperparameters_at(h, t)["betas"][1] for t in range(number))
                )
            # Hyperparameters, and so 1 - beta2**t, may be float32 tensors, but not in float64.
            slack = roundings * min(1.0, 2.0**-23 / torch.finfo(param.dtype).eps)
            size = size + (size - param.detach().double().abs()) * slack / (length + 8)
            assert_close(
                actual[i],
                expected[i],
                dtype=param.dtype,
                length=length,
                magnitude=size,
                what=f"parameter {i}, {describe(param.detach())}, after {number} steps",
            )
    except Mismatch as failure:
        if failure.hints:
            hints = [*failure.hints]
        elif steps.given:
            hints = (
                _recognized(actual, steps)
                or _other_rates(actual, steps)
                or _left_out(actual, steps.params, expected)
            )
        else:  # the same steps with hyperparameters have passed
            defaults = ", ".join(f"{key} {value}" for key, value in DEFAULTS[name].items())
            hints = [f"by default: {defaults}"]
        what = f"{name} with {hyperparameters_of(steps.given, i)}: {failure.message}"
        fail(what, *hints)


def _recognized(actual: Sequence[Any], steps: Steps) -> list[str]:
    """Return the hint of the known mistake that fits; an empty list if none or several do."""
    matches = {
        text: values
        for text, values in _mistaken_ends(steps).items()
        if all(nearly_equal(value, other) for value, other in zip(actual, values, strict=True))
    }
    # With a tiny eps, for example, a mistake's numbers may be as near to the right ones. Two
    # mistakes may also give the same numbers; then there is no hint.
    least = _distance(actual, steps.end()) / 2 if matches else 0.0
    far = {text: _distance(actual, values) for text, values in matches.items()}
    nearest = min(far.values(), default=0.0)
    texts = [text for text, distance in far.items() if distance < least]
    texts = [text for text in texts if far[text] <= 20 * nearest + 1e-12]
    return texts if len(texts) == 1 else []


def _mistaken_ends(steps: Steps) -> dict[str, list[Tensor]]:
    """Return the parameters after the steps by each known mistake, by hint."""
    grads, h = steps.grads, steps.hyperparameters
    hidden = [
        [torch.zeros_like(p) if g is None else g for g, p in zip(row, steps.params, strict=True)]
        for row in grads
    ]
    ends = {text: steps.end(mistake) for text, mistake in MISTAKES[steps.name].items()}
    ends |= {
        "the parameters did not change": replace(steps, grads=[]).end(),
        "a parameter without a gradient moved or was counted: leave it and its state alone": (
            replace(steps, grads=hidden).end()
        ),
        "steps at which a parameter had no gradient were counted among its steps": (
            steps.end(count_all=True)
        ),
        "a gradient that is all 0 is a gradient: only None leaves a parameter alone": (
            replace(steps, grads=[_without_zeros(row) for row in grads]).end()
        ),
        "a step with lr 0 leaves the parameters alone, and still updates the state": (
            replace(steps, grads=_without_lr_0(grads, h)).end()
        ),
    }
    if steps.name == "adamw":
        text = "a parameter without a gradient decayed: leave it and its state alone"
        ends[text] = steps.end(decay_all=True)
        if isinstance(h["lr"], dict | list):
            text = "the decay takes the lr that __init__ got: take the param group's, at each step"
            ends[text] = steps.end(_decayed_by(h["lr"][0]))
    for text, other in _mistaken_hyperparameters(steps).items():
        ends[text] = replace(steps, given={**h, **other}).end()
    if "eps" in DEFAULTS[steps.name]:
        bare = replace(steps, given={**h, "eps": 0.0}).end()
        if any(values.isnan().any() for values in bare):
            ends["eps is left out: a gradient of 0 divided by a root of 0 is NaN"] = bare
    return ends


def _mistaken_hyperparameters(steps: Steps) -> dict[str, Hyper]:
    """Return the hyperparameters that each known mistake uses instead, by hint."""
    h, defaults = steps.hyperparameters, DEFAULTS[steps.name]
    others = {}
    for kind, each, cure in (
        (dict, "step", "read param_groups at each step"),
        (list, "param group", "read each group's own"),
    ):
        first = {key: value[0] for key, value in h.items() if isinstance(value, kind)}
        for keys in (some for n in range(len(first)) for some in combinations(first, n + 1)):
            which = "hyperparameters" if 1 < len(keys) == len(first) else " and ".join(keys)
            text = f"every {each} took the first one's {which}: {cure}"
            others[text] = {key: first[key] for key in keys}
    given = [key for key, value in defaults.items() if h[key] != value]
    if len(defaults) > 1:
        for key in given:
            text = f"the {key} given was ignored in favour of the default"
            if key == "eps":  # the default is so small that it is like 0
                text = "the eps given has no effect: is it left out, or a constant?"
            others[text] = {key: defaults[key]}
    if len(given) > 1:
        others["the hyperparameters given were ignored in favour of the defaults"] = defaults
    return others


def _other_rates(actual: Sequence[Any], steps: Steps) -> list[str]:
    """Return a hint that names the factors of lr, if each step was right but for a factor."""
    number, h = len(steps.grads), steps.hyperparameters
    if number > STEPS or any(isinstance(value, dict | list) for value in h.values()):
        return []
    if not all(isinstance(value, Tensor) and value.isfinite().all() for value in actual):
        return []
    goal = _joined(actual)
    for ends in _ends_by_global_count, _ends_by_own_count:
        factors = torch.ones(number, dtype=torch.float64)
        for _ in range(1 if steps.name != "adamw" else 5):  # Newton: decay makes it nonlinear
            here = ends(steps, factors)
            if here.shape != goal.shape:
                return []
            slopes = [ends(steps, factors + unit) - here for unit in torch.eye(number).double()]
            change = torch.linalg.lstsq(torch.stack(slopes, 1), (goal - here)[:, None]).solution
            factors = factors + change[:, 0]
        if (factors - 1).abs().max() > 0.01 and nearly_equal(goal, ends(steps, factors)):
            *first, last = (f"{factor:.2g}" for factor in factors.tolist())
            return [
                f"here the steps use {', '.join(first)} and {last} times lr; each should use lr as "
                "it is: to change it is the caller's part"
            ]
    return []


def _ends_by_global_count(steps: Steps, factors: Tensor) -> Tensor:
    """Return all elements after the steps, the t-th of which takes lr times factors[t]."""
    lr = steps.hyperparameters["lr"]
    rates = {t: lr * factor for t, factor in enumerate(factors.tolist())}
    return _joined(replace(steps, given={**steps.given, "lr": rates}).end())


def _ends_by_own_count(steps: Steps, factors: Tensor) -> Tensor:
    """Return the same, where each parameter counts the steps at which it has a gradient."""
    return torch.cat(
        [
            _ends_by_global_count(
                replace(
                    steps, params=[p], grads=[[row[i]] for row in steps.grads if row[i] is not None]
                ),
                factors,
            )
            for i, p in enumerate(steps.params)
        ]
    )


def _joined(values: Sequence[Tensor]) -> Tensor:
    return torch.cat([value.detach().double().flatten() for value in values])


def _distance(actual: Sequence[Tensor], expected: Sequence[Tensor]) -> float:
    """Return the largest distance of two elements; NaN is at distance 0 from NaN only."""
    worst = 0.0
    for a, e in zip(actual, expected, strict=True):
        distances = torch.where(
            a.isnan() & e.isnan(), 0.0, (a.detach() - e).abs().nan_to_num(torch.inf)
        )
        worst = max(worst, float(distances.max()) if distances.numel() else 0.0)
    return worst


def _left_out(
    actual: Sequence[Any], params: Sequence[Tensor], expected: Sequence[Tensor]
) -> list[str]:
    """Return a hint that names the parameters which did not move, if others did."""
    starts = [param.detach().double() for param in params]
    due = [not nearly_equal(end, start) for end, start in zip(expected, starts, strict=True)]
    moved = [not nearly_equal(value, start) for value, start in zip(actual, starts, strict=True)]
    left = [str(i) for i in range(len(params)) if due[i] and not moved[i]]
    if not left or not any(moved):
        return []
    named = f"parameter{'s' if len(left) > 1 else ''} {', '.join(left)}"
    return [f"{named} did not move: each one that has a gradient takes a step, in every group"]


def _without_zeros(row: Sequence[Tensor | None]) -> list[Tensor | None]:
    return [grad if grad is not None and grad.any() else None for grad in row]


def _without_lr_0(grads: Sequence[Sequence[Tensor | None]], h: Hyper) -> list[Any]:
    still = [hyperparameters_at(h, t)["lr"] == 0 for t in range(len(grads))]
    return [[None] * len(row) if off else row for row, off in zip(grads, still, strict=True)]


def nearly_equal(actual: Any, expected: Tensor) -> bool:
    """Return whether a result equals a float64 simulation's, up to float32 rounding."""
    if not isinstance(actual, Tensor) or actual.shape != expected.shape:
        return False
    return torch.allclose(actual.detach().double(), expected, rtol=1e-4, atol=1e-6, equal_nan=True)
