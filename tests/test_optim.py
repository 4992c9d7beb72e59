"""Optimizers, the numbers of their steps: handout §9. What they keep: test_optim_state.py."""

import math
from dataclasses import replace
from typing import Any

import pytest
import torch
from torch import Tensor

from tests.harness.checks.errors import assert_raises, error_of
from tests.harness.checks.values import assert_same_elements, assert_tensor
from tests.harness.expected.optim import (
    DEFAULTS,
    FLOATS,
    STEPS,
    Steps,
    accepts_hyperparameters,
    check_form,
    clone_parameters,
    draw_gradients,
    draw_hyperparameters,
    draw_parameters,
    each_optimizer,
    run_steps,
)
from tests.harness.expected.optim_mistakes import assert_updated
from tests.harness.plugin.failure import Mismatch, fail
from tests.harness.rules.own_optimizer import assert_optimizer_is_own
from tests.harness.runtime.describe import describe, describe_error

SMALL = {"sgd": 1.0, "adagrad": 1e-10, "rmsprop": 1e-8, "adam": 1e-8, "adamw": 1e-8}
CLASSES = {
    "sgd": "SGD",
    "adagrad": "AdaGrad",
    "rmsprop": "RMSProp",
    "adam": "Adam",
    "adamw": "AdamW",
}
# Hyperparameters at the ends of what is allowed.
EDGES: dict[str, tuple[dict[str, Any], ...]] = {
    "sgd": ({"momentum": 0.0}, {"momentum": 1.0}),
    "adagrad": ({"eps": 0.0},),
    "rmsprop": ({"alpha": 0.0}, {"alpha": 1.0}, {"eps": 0.0}),
    "adam": ({"betas": (0.0, 0.9)}, {"betas": (0.9, 0.0)}, {"betas": (0.3, 0.2)}, {"eps": 0.0}),
    "adamw": ({"betas": (0.0, 0.0)}, {"eps": 0.0}, {"weight_decay": 0.0}),
}


def _assert_steps(adapters, steps, hint="", plainer=None):
    """Assert the numbers of some steps.

    Args:
        adapters: the submission.
        steps: the steps.
        hint: replaces other hints where numbers differ.
        plainer: steps that must be right, or else the mistake is another.
    """
    try:
        assert_updated(run_steps(adapters, steps)["params"], steps)
    except Mismatch as failure:
        if plainer:
            _assert_steps(adapters, plainer)
        fail(failure.message, *([hint] if hint else failure.hints))


@each_optimizer
def test_gives_the_numbers_of_torch_optim(adapters, rng, name):
    params, _ = draw_parameters(rng)
    grads = draw_gradients(rng, params)
    steps = Steps(name, params, grads, draw_hyperparameters(name, rng))
    assert_updated(run_steps(adapters, steps)["params"], steps)


@each_optimizer
def test_default_hyperparameters(adapters, rng, name):
    params, _ = draw_parameters(rng, scale=0.01)
    lr = {"lr": 0.1} if name == "sgd" else {}
    grads = draw_gradients(rng, params, scale=SMALL[name])  # so small that eps matters
    for given in ({**DEFAULTS[name], **lr}, lr):  # when given, too: then they alone are wrong
        steps = Steps(name, params, grads, given)
        assert_updated(run_steps(adapters, steps)["params"], steps)


@each_optimizer
def test_many_steps(adapters, rng, name):
    given = draw_hyperparameters(name, rng)
    params = [rng.normal(3).requires_grad_()]
    grads = [[rng.normal(3)] for _ in range(30)]
    steps = Steps(name, params, grads, given)
    # Gradients may be disabled where the caller is, and stay so.
    seen = adapters.observed(no_grad=True).run_optimizer(
        name, clone_parameters(params), grads, given
    )
    assert_updated(check_form(seen.value)["params"], steps)


@pytest.mark.problem("adam")
def test_corrections_never_end(adapters, rng):
    given = draw_hyperparameters("adam", rng) | {"betas": (0.9, 0.999)}
    params = [rng.normal(3).requires_grad_()]
    grads = [[rng.normal(3)] for _ in range(120)]
    few, all_ = (Steps("adam", params, grads[:count], given) for count in (9, 120))
    hint = "both corrections apply at every step: 1 - 0.999**120 is still 0.11"
    _assert_steps(adapters, all_, hint, few)


@each_optimizer
def test_every_dtype(adapters, rng, name):
    given = draw_hyperparameters(name, rng)
    params, _ = draw_parameters(rng, FLOATS)
    grads = draw_gradients(rng, params)
    steps = Steps(name, params, grads, given)
    result = run_steps(adapters, steps)
    for param, state in zip(params, result["state"], strict=True):
        for key, value in state.items():
            floating = isinstance(value, Tensor) and value.is_floating_point()
            if floating and value.numel() > 1 and value.dtype != param.dtype:
                fail(
                    f"the state {key!r} of a {param.dtype} parameter is {describe(value)}",
                    "state has the dtype of its parameter",
                )
    assert_updated(result["params"], steps)


@each_optimizer
def test_hyperparameters_at_the_edges(adapters, rng, name):
    for edge in EDGES[name]:
        given = draw_hyperparameters(name, rng) | edge
        params, _ = draw_parameters(rng)
        grads = [[_not_small(rng.normal(*param.shape)) for param in params] for _ in range(3)]
        steps = Steps(name, params, grads, given)
        try:
            result = run_steps(adapters, steps)
        except ValueError as error:
            allowed = " and ".join(f"{key} {value}" for key, value in edge.items())
            text = f"{CLASSES[name]} gets {given}: {describe_error(error)}"
            fail(f"{text}; raised in {adapters.raised_at}", f"{allowed} is allowed")
        assert_updated(result["params"], steps)


def _not_small(x):
    """Return numbers of 1 and more in size: v + (1 - beta) * (g**2 - v) rounds like the larger."""
    return x + x.sign()


@each_optimizer
def test_hyperparameters_without_an_upper_bound(adapters, rng, name):
    adapters.run_optimizer(name, [torch.ones(2)], [], {"lr": 0.1})  # else the mistake is another
    for key in sorted({"lr", *DEFAULTS[name]} - {"alpha", "betas", "momentum"}):
        given = {"lr": 0.1, key: round(rng.uniform(1.1, 1.9), 3)}
        error = error_of(adapters.observed().run_optimizer(name, [torch.ones(2)], [], given))
        if error is not None:
            text = f"{CLASSES[name]} gets {given}: {describe_error(error)}"
            fail(text, f"{key} is 0 or more: no upper bound")
        params, grads = [rng.normal(3).requires_grad_()], [[rng.normal(3)] for _ in range(2)]
        small, large = (Steps(name, params, grads, h) for h in (given | {key: 0.5}, given))
        _assert_steps(adapters, large, f"{key} is taken as it is: it has no upper bound", small)


@each_optimizer
def test_gradients_large_infinite_and_nan(adapters, rng, name):
    given = draw_hyperparameters(name, rng)
    params = [rng.normal(6).requires_grad_(), rng.normal(3).requires_grad_()]
    grads = [[rng.normal(6), rng.normal(3)] for _ in range(3)]
    plain = Steps(name, params, grads, given)
    extreme = torch.tensor([1e6, -1e6, math.inf, -math.inf, math.nan, 1.0])
    steps = replace(plain, grads=[grads[0], [extreme, grads[1][1]], grads[2]])
    actual = run_steps(adapters, steps)["params"]
    for i, expected in enumerate(steps.end()):
        what = f"parameter {i} after 3 steps of {name} with {given}"
        assert_tensor(actual[i], expected.shape, torch.float32, what=what)
        value = actual[i].detach().double()
        if not torch.isclose(value, expected, rtol=1e-4, atol=1e-4, equal_nan=True).all():
            _assert_steps(adapters, plain)  # else the mistake is another
            fail(
                f"{what}: {value.tolist()}, expected {expected.tolist()}; at the second step "
                f"parameter 0 had the gradient {extreme.tolist()}",
                "a step follows whatever gradient there is, be it large, infinite or NaN: it is "
                "neither clipped, nor replaced, nor left out",
            )


@each_optimizer
def test_step_with_a_closure(adapters, rng, name):
    hint = "step takes an optional closure, calls it once, and returns its loss as it is"
    params, _ = draw_parameters(rng)
    steps = Steps(name, params, draw_gradients(rng, params), draw_hyperparameters(name, rng))
    losses = [rng.normal().requires_grad_() for _ in range(STEPS)]
    own = {key: [value] * len(params) for key, value in steps.given.items()}  # several groups
    seen = adapters.observed().run_optimizer_closure(
        name, clone_parameters(params), steps.grads, own, losses
    )
    if isinstance(seen.error, TypeError) and "positional argument" in str(seen.error):
        fail(f"step(closure) raised {describe_error(seen.error)}", hint)
    if seen.error is not None:
        raise seen.error
    for enabled, returned, loss in zip(
        seen.value["enabled"], seen.value["returned"], losses, strict=True
    ):
        if len(enabled) != 1:
            fail(f"step(closure) called its closure {len(enabled)} times", hint)
        if not enabled[0]:
            fail(
                "step(closure) called its closure with gradients disabled",
                "call the closure with gradients enabled: it runs the backward pass",
            )
        same = type(returned) is Tensor and returned.requires_grad and torch.equal(returned, loss)
        if not same:
            fail(f"step(closure) returned {returned!r}; its closure returned {loss!r}", hint)
    try:
        assert_updated(seen.value["params"], steps)
    except Mismatch as failure:
        _assert_steps(adapters, steps)  # else the mistake is another one
        fail(failure.message, "the closure computes the gradients: call it before you read .grad")


@each_optimizer
def test_each_param_group_has_its_own_hyperparameters(adapters, rng, name):
    params, _ = draw_parameters(rng)
    grads = draw_gradients(rng, params)
    own = [draw_hyperparameters(name, rng) for _ in params]
    if name == "adamw":
        own[1]["weight_decay"] = 0.0  # as biases have it; the first group's is the default
    steps = Steps(name, params, grads, {key: [each[key] for each in own] for key in own[0]})
    for resumed in ({}, {"resume_at": rng.integer(1, STEPS - 1)}):
        if accepts_hyperparameters(adapters, steps, **resumed):
            assert_updated(run_steps(adapters, steps, **resumed)["params"], steps)


@each_optimizer
def test_hyperparameters_may_change_from_step_to_step(adapters, rng, name):
    params, _ = draw_parameters(rng)
    each = [draw_hyperparameters(name, rng) for _ in range(STEPS)]
    each[rng.integer(1, 2)]["lr"] = 0.0
    given = {key: {t: each[t][key] for t in range(STEPS)} for key in each[0]}
    grads = [[rng.normal(*param.shape) for param in params] for _ in range(STEPS)]
    steps = Steps(name, params, grads, given)
    if accepts_hyperparameters(adapters, steps):
        assert_updated(run_steps(adapters, steps)["params"], steps)


@pytest.mark.problem("sgd")
def test_momentum_may_begin_and_end(adapters, rng):
    params, _ = draw_parameters(rng)
    grads = [[rng.normal(*param.shape) for param in params] for _ in range(STEPS)]
    momentum = {t: 0.0 if t in (0, 2, STEPS - 1) else rng.uniform(0.3, 0.95) for t in range(STEPS)}
    lr = rng.uniform(0.1, 0.5)
    constant = Steps("sgd", params, grads, {"lr": lr, "momentum": 0.9})
    steps = Steps("sgd", params, grads, {"lr": lr, "momentum": momentum})
    if accepts_hyperparameters(adapters, steps):
        hint = (
            "the buffer starts at the first step with momentum; a step with momentum 0 goes along "
            "the gradient alone and leaves the buffer as it is"
        )
        _assert_steps(adapters, steps, hint, constant)


@each_optimizer
def test_refuses_bad_hyperparameters(adapters, rng, name):
    bad = round(-rng.uniform(0.1, 0.9), 3)
    cases: list[Any] = [({"lr": bad}, [{"lr", "learning rate"}, bad])]  # which is how torch says it
    if name != "sgd":
        cases.append(({"eps": bad}, ["eps", bad]))
    if name == "rmsprop":
        cases.append(({"alpha": bad}, ["alpha", bad]))
    if name == "adamw":
        cases.append(({"weight_decay": bad}, ["weight_decay", bad]))
    if name in ("adam", "adamw"):
        for betas in ((bad, 0.99), (0.9, bad), (1.0, 0.99), (0.9, 1.0), (1.5, 0.99), (0.9, 1.5)):
            worst = next(beta for beta in betas if not 0 <= beta < 1)
            cases.append(({"betas": betas}, ["beta", worst]))
    for given, mentions in cases:
        assert_raises(
            lambda given=given: adapters.run_optimizer(
                name, [torch.ones(2)], [], {"lr": 0.1, **given}
            ),
            mentions=mentions,
            when=f"{name} gets {given}",
        )


@each_optimizer
def test_lr_0_is_no_step(adapters, rng, name):
    params, _ = draw_parameters(rng)
    result = run_steps(adapters, Steps(name, params, draw_gradients(rng, params), {"lr": 0.0}))
    for i, (actual, param) in enumerate(zip(result["params"], params, strict=True)):
        assert_same_elements(actual.detach(), param.detach(), what=f"parameter {i} with lr 0")


@each_optimizer
def test_is_written_out(adapters, rng, name):
    params, _ = draw_parameters(rng)
    grads, given = draw_gradients(rng, params, steps=3), draw_hyperparameters(name, rng)
    before = clone_parameters(params)
    seen = adapters.observed(trace=True, calls=True).run_optimizer(name, params, grads, given)
    assert_updated(check_form(seen.value)["params"], Steps(name, before, grads, given))
    assert_optimizer_is_own(seen.calls, seen.trace.ops)
