"""Optimizers: handout §9."""

from typing import Any

import pytest
import torch
from torch import Tensor

from tests.harness.compare import (
    assert_raises,
    assert_same_elements,
    describe,
    fail,
)
from tests.harness.mistaken_updates import assert_updated, near
from tests.harness.updates import UPDATES, simulate
from tests.harness.uses import uses

STEPS = 5
SMALL = {"sgd": 1.0, "adagrad": 1e-10, "rmsprop": 1e-8, "adam": 1e-8}
CLASSES = {"sgd": "SGD", "adagrad": "AdaGrad", "rmsprop": "RMSProp", "adam": "Adam"}
FORBIDDEN = {
    "sgd": {"SGD", "sgd"},
    "adagrad": {"Adagrad", "adagrad"},
    "rmsprop": {"RMSprop", "rmsprop"},
    "adam": {"Adam", "adam", "AdamW", "adamw"},
}
FLOATS = (torch.float32, torch.float64, torch.bfloat16)

# Hyperparameters at the ends of what is allowed.
EDGES: dict[str, tuple[dict[str, Any], ...]] = {
    "sgd": ({"momentum": 0.0},),
    "adagrad": ({"eps": 0.0},),
    "rmsprop": ({"alpha": 0.0}, {"eps": 0.0}),
    "adam": ({"betas": (0.0, 0.9)}, {"betas": (0.9, 0.0)}, {"betas": (0.3, 0.2)}, {"eps": 0.0}),
}

each_optimizer = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.problem(name)) for name in UPDATES]
)


def _hyperparameters(name, rng) -> dict[str, Any]:
    """Return hyperparameters far from the defaults, so that each one matters."""
    some: dict[str, Any] = {"lr": rng.uniform(0.05, 0.5)}
    if name == "sgd":
        return some | {"momentum": rng.uniform(0.3, 0.95)}
    if name == "rmsprop":
        some["alpha"] = rng.uniform(0.3, 0.8)
    if name == "adam":
        some["betas"] = (rng.uniform(0.3, 0.6), rng.uniform(0.7, 0.95))
    return some | {"eps": rng.uniform(0.1, 0.5)}


def _parameters(rng, dtypes=FLOATS[:1], scale=0.1) -> tuple[list[Tensor], list[Tensor]]:
    """Return parameters of many shapes and layouts, and the tensors that they are views of."""
    shapes = [(5,), (6, 4), (3, 9), (2,), (0, 3), (3, 2, 4), (5,)]  # two of one shape
    bases = [
        (scale * rng.normal(*shape)).to(dtypes[i % len(dtypes)]) for i, shape in enumerate(shapes)
    ]
    views = [bases[0], bases[1].T, bases[2][1:, ::2], bases[3][1], bases[4], *bases[5:]]
    return [view.detach().requires_grad_() for view in views], bases


def _copies(params) -> list[Tensor]:
    return [param.detach().clone().requires_grad_() for param in params]


def _gradients(rng, params, steps=STEPS, scale=1.0) -> list[list[Tensor | None]]:
    """Return gradients: elements 0, all 0 at a step, expanded, None at some steps."""
    grads: list[list[Tensor | None]] = []
    for step in range(steps):
        row = [(scale * rng.normal(*p.shape)).to(p.dtype) for p in params]
        row[0][0] = 0.0
        if step == 3 and len(row) > 5:
            row[2], row[5] = torch.zeros_like(row[2]), torch.zeros_like(row[5])
        row[1] = row[1][:1].expand(params[1].shape)
        grads.append([None if (step + 3 * i) % 7 == 3 else grad for i, grad in enumerate(row)])
    return grads


def _pairs(a, b):
    return zip(a, b, strict=True)


def _run(adapters, name, params, grads, given, **resumed) -> dict[str, list[Any]]:
    """Run an optimizer on copies of the parameters; check the form of the result."""
    adapter = adapters.run_optimizer_resumed if resumed else adapters.run_optimizer
    result = adapter(name, _copies(params), grads, given, **resumed)
    if not isinstance(result, dict) or not {"params", "state"} <= result.keys():
        fail(f"expected a dict with the keys params and state, got {describe(result)}")
    return result


def _assert_same_state(actual, expected, what) -> None:
    """Assert that two states hold the same names and numbers."""
    if isinstance(expected, dict):
        if not isinstance(actual, dict) or actual.keys() != expected.keys():
            fail(f"{what}: the state is {describe(actual)}, expected {describe(expected)}")
        for key in expected:
            _assert_same_state(actual[key], expected[key], f"{what}, state {key!r}")
    elif isinstance(expected, Tensor):
        value = actual if isinstance(actual, Tensor) else torch.as_tensor(actual)
        assert_same_elements(value.detach().double(), expected.detach().double(), what=what)
    elif isinstance(expected, list | tuple):
        _assert_same_state(dict(enumerate(actual)), dict(enumerate(expected)), what)
    elif actual != expected:
        fail(f"{what}: got {describe(actual)}, expected {describe(expected)}")


@each_optimizer
def test_gives_the_numbers_of_torch_optim(adapters, rng, name):
    for given in (_hyperparameters(name, rng), _hyperparameters(name, rng)):
        params, _ = _parameters(rng)
        grads = _gradients(rng, params)
        assert_updated(
            _run(adapters, name, params, grads, given)["params"], name, params, grads, given
        )


@each_optimizer
def test_default_hyperparameters(adapters, rng, name):
    params, _ = _parameters(rng, scale=0.01)
    given = {"lr": 0.1} if name == "sgd" else {}
    for scale in (1.0, SMALL[name]):
        grads = _gradients(rng, params, scale=scale)
        assert_updated(
            _run(adapters, name, params, grads, given)["params"], name, params, grads, given
        )


@each_optimizer
def test_many_steps(adapters, rng, name):
    given = _hyperparameters(name, rng)
    params = [rng.normal(3).requires_grad_()]
    grads = [[rng.normal(3)] for _ in range(30)]
    assert_updated(_run(adapters, name, params, grads, given)["params"], name, params, grads, given)


@each_optimizer
def test_every_dtype(adapters, rng, name):
    given = _hyperparameters(name, rng)
    for shift in range(len(FLOATS)):
        params, _ = _parameters(rng, FLOATS[shift:] + FLOATS[:shift])
        grads = _gradients(rng, params)
        result = _run(adapters, name, params, grads, given)
        assert_updated(result["params"], name, params, grads, given)
        for param, state in _pairs(params, result["state"]):
            for key, value in state.items():
                floating = isinstance(value, Tensor) and value.is_floating_point()
                if floating and value.numel() > 1 and value.dtype != param.dtype:
                    fail(
                        f"the state {key!r} of a {param.dtype} parameter is {describe(value)}",
                        "state has the dtype of its parameter",
                    )


@each_optimizer
def test_parameters_change_in_place(adapters, rng, name):
    given = _hyperparameters(name, rng)
    params, bases = _parameters(rng)
    before, untouched = _copies(params), [base.clone() for base in bases]
    grads = _gradients(rng, params)
    adapters.run_optimizer(name, params, grads, given)
    assert_updated([param.detach() for param in params], name, before, grads, given)
    assert_updated([bases[0], bases[1].T], name, before[:2], [row[:2] for row in grads], given)
    if not torch.equal(bases[2][:1], untouched[2][:1]):
        fail("elements beside the parameter, in the storage that it is a view of, changed")


@each_optimizer
def test_gradients_are_left_alone(adapters, rng, name):
    params, _ = _parameters(rng)
    grads = _gradients(rng, params)
    adapters.run_optimizer(name, params, grads, _hyperparameters(name, rng))
    for i, (param, grad) in enumerate(_pairs(params, grads[-1])):
        if (param.grad is None) != (grad is None):
            fail(
                f"after step(), .grad of parameter {i} is {describe(param.grad)}; "
                f"it was {describe(grad)}",
                "a step neither clears nor replaces gradients",
            )
        if grad is not None:
            assert_same_elements(param.grad, grad, what=f".grad of parameter {i} after step()")


@each_optimizer
def test_no_gradient_no_change(adapters, rng, name):
    given = _hyperparameters(name, rng)
    params, _ = _parameters(rng)
    grads = _gradients(rng, params)
    stopped = _run(adapters, name, params, grads, given)
    idle = _run(adapters, name, params, [*grads, *[[None] * len(params)] * 3], given)
    never = _run(adapters, name, params, [[None] * len(params)] * 2, given)
    for i, param in enumerate(params):
        what = f"parameter {i}, three steps without a gradient later"
        assert_same_elements(idle["params"][i].detach(), stopped["params"][i].detach(), what=what)
        _assert_same_state(idle["state"][i], stopped["state"][i], what)
        what = f"parameter {i}, which never had a gradient"
        assert_same_elements(never["params"][i].detach(), param.detach(), what=what)


@each_optimizer
def test_resumed_is_bit_identical(adapters, rng, name):
    given = _hyperparameters(name, rng)
    params, _ = _parameters(rng, FLOATS)
    grads = _gradients(rng, params)
    expected = _run(adapters, name, params, grads, given)
    for resume_at in (0, rng.integer(1, STEPS - 1)):
        actual = _run(adapters, name, params, grads, given, resume_at=resume_at)
        for i in range(len(params)):
            what = f"parameter {i}, rebuilt from its state_dict at step {resume_at}"
            assert_same_elements(
                actual["params"][i].detach(),
                expected["params"][i].detach(),
                what=f"{what} (all that a step needs must be in self.state or in the param groups)",
            )
            _assert_same_state(actual["state"][i], expected["state"][i], what)


@each_optimizer
def test_hyperparameters_at_the_edges(adapters, rng, name):
    for edge in EDGES[name]:
        given = _hyperparameters(name, rng) | edge
        params, _ = _parameters(rng)
        grads = [[rng.normal(*param.shape) for param in params] for _ in range(3)]
        assert_updated(
            _run(adapters, name, params, grads, given)["params"], name, params, grads, given
        )


@each_optimizer
def test_each_param_group_has_its_own_hyperparameters(adapters, rng, name):
    params, _ = _parameters(rng)
    grads = _gradients(rng, params)
    own = [_hyperparameters(name, rng) for _ in params]
    given = {key: [each[key] for each in own] for key in own[0]}
    first = simulate(UPDATES[name], params, grads, own[0])
    for resumed in ({}, {"resume_at": rng.integer(1, STEPS - 1)}):
        result = _run(adapters, name, params, grads, given, **resumed)
        if all(near(actual, other) for actual, other in _pairs(result["params"], first)):
            fail("every parameter was updated with the hyperparameters of the first param group")
        for i, param in enumerate(params):
            row = [[step[i]] for step in grads]
            assert_updated([result["params"][i]], name, [param], row, own[i])


@each_optimizer
def test_hyperparameters_may_change_from_step_to_step(adapters, rng, name):
    changing = {"sgd": ["lr", "momentum"], "rmsprop": ["lr", "alpha", "eps"]}.get(name, ["lr"])
    params, _ = _parameters(rng)
    each = [_hyperparameters(name, rng) for _ in range(STEPS)]
    given = each[0] | {key: {t: each[t][key] for t in range(STEPS)} for key in changing}
    grads = [[rng.normal(*param.shape) for param in params] for _ in range(STEPS)]
    assert_updated(_run(adapters, name, params, grads, given)["params"], name, params, grads, given)


def _size(value) -> int:
    """Return how many numbers a piece of state holds."""
    if isinstance(value, dict | list | tuple):
        return sum(map(_size, value.values() if isinstance(value, dict) else value))
    return torch.as_tensor(value).numel() if not isinstance(value, str | None) else 0


@each_optimizer
def test_state_is_kept_with_its_parameter(adapters, rng, name):
    params, _ = _parameters(rng)
    grads = _gradients(rng, params)
    result = _run(adapters, name, params, grads, _hyperparameters(name, rng))
    for i, (param, state) in enumerate(_pairs(params, result["state"])):
        if _size(state) < param.numel():
            fail(
                f"after {STEPS} steps, self.state of parameter {i}, {describe(param.detach())}, is "
                f"{describe(state)}",
                "what a step leaves for the next is in self.state[param]",
            )


@each_optimizer
def test_refuses_bad_hyperparameters(adapters, rng, name):
    bad = round(-rng.uniform(0.1, 0.9), 3)
    cases = [({"lr": bad}, ["lr", bad])]
    if name != "sgd":
        cases.append(({"eps": bad}, ["eps", bad]))
    if name == "rmsprop":
        cases.append(({"alpha": bad}, ["alpha", bad]))
    if name == "adam":
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
    params, _ = _parameters(rng)
    result = _run(adapters, name, params, _gradients(rng, params), {"lr": 0.0})
    for i, (actual, param) in enumerate(_pairs(result["params"], params)):
        assert_same_elements(actual.detach(), param.detach(), what=f"parameter {i} with lr 0")


@each_optimizer
def test_is_written_out(adapters, rng, name):
    params, _ = _parameters(rng)
    seen = adapters.observed(trace=True).run_optimizer(
        name, params, _gradients(rng, params, steps=2), _hyperparameters(name, rng)
    )
    hint = "write the update yourself, with tensor operations"
    assert seen.value is not None
    for op in seen.trace.ops:
        if "_fused_" in op.name:
            fail(f"{op.name} does the whole step", hint)
    for use in uses(adapters, "cs336_basics/optim.py", [CLASSES[name]]):
        if use.name.startswith("torch.optim.") and FORBIDDEN[name] & set(use.name.split(".")):
            fail(f"the answer uses {use}", hint)


@pytest.mark.problem("sgd")
def test_plain_sgd(adapters, rng):
    params, _ = _parameters(rng, FLOATS)
    grads = _gradients(rng, params)
    for given in ({"lr": rng.uniform(0.1, 1.0)}, {"lr": 0.3, "momentum": 0.0}):
        result = _run(adapters, "sgd", params, grads, given)
        assert_updated(result["params"], "sgd", params, grads, given)
        for state in result["state"]:
            kept = [key for key, value in state.items() if isinstance(value, Tensor)]
            if kept:
                fail(
                    f"plain SGD keeps {', '.join(map(repr, kept))} for a parameter",
                    "without momentum there is nothing to remember",
                )
