"""Float32 masters of bfloat16 parameters: handout §9.6. The optimizers are torch's."""

import pytest
import torch

from tests.harness.checks.values import assert_same_elements, shares_storage
from tests.harness.expected.optim import draw_hyperparameters
from tests.harness.expected.optim_master import CLASSES, Steps, assert_master_weights
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe

pytestmark = pytest.mark.problem("master_weights")


def _draw(rng, steps=4):
    """Return bfloat16 parameters, the tensors they are views of, and gradients for each step."""
    bases = [rng.normal(*shape).bfloat16() for shape in ((7,), (4, 5), (), (3,), (0, 2))]
    params = [base[1:] if base.ndim and len(base) > 3 else base[...] for base in bases]
    params = [param.detach().requires_grad_() for param in params]
    grads = [[rng.normal(*param.shape).bfloat16() for param in params] for _ in range(steps)]
    for t in range(steps):
        grads[t][3] = None  # it never has one
        grads[t][t % 3] = None
    grads[-1][1].zero_()  # zeros are a gradient
    return params, bases, grads


def _start(params):
    return [param.detach().clone() for param in params]


def _run(adapters, name, params, grads, given):
    """Run the submission's steps on copies of the parameters."""
    copies = [param.requires_grad_() for param in _start(params)]
    return adapters.run_master_weights(name, copies, grads, given)


def test_params_are_those_that_are_given(adapters, rng):
    params, _, _ = _draw(rng)
    for given in ({"lr": 0.5}, {"lr": [0.5, 0.25, 0.5, 0.25, 0.5]}):
        for places in adapters.run_master_weights_params("sgd", params, given):
            if places != [*range(len(params))]:
                fail(
                    "params should be the list of the tensors given, in their order",
                    "dicts that are given keep theirs",
                )


def test_master_weights_are_those_of_float32_steps(adapters, rng):
    for name in CLASSES:
        params, _, grads = _draw(rng)
        steps = Steps(name, params, grads, draw_hyperparameters(name, rng))
        assert_master_weights(_run(adapters, name, params, grads, steps.given), steps)


def test_master_weights_of_default_hyperparameters(adapters, rng):
    params, _, grads = _draw(rng)
    steps = Steps("adam", params, grads, {})
    assert_master_weights(_run(adapters, "adam", params, grads, steps.given), steps)


def test_each_param_group_has_its_own_hyperparameters(adapters, rng):
    for name in ("sgd", "adamw"):
        params, _, grads = _draw(rng)
        own = [draw_hyperparameters(name, rng) for _ in params]
        steps = Steps(name, params, grads, {key: [each[key] for each in own] for key in own[0]})
        assert_master_weights(_run(adapters, name, params, grads, steps.given), steps)


def test_many_small_steps_are_not_lost(adapters, rng):
    start = torch.ldexp(1 + rng.normal(8).abs().clamp(max=0.9), torch.arange(-4, 4)).bfloat16()
    spacing = torch.exp2(start.float().log2().floor() - 7)  # to the next bfloat16 number
    gradient = (spacing * (-1) ** torch.arange(8)).bfloat16()
    given = {"lr": 2.0**-8}
    result = _run(adapters, "sgd", [start], [[gradient]] * 250, given)
    moved = start.float() - 250 * 2.0**-8 * gradient.float()  # exact: no bit beyond the 24th
    still = {"no step reached the master: each is too small for bfloat16": start.float()}
    what = "after 250 steps of a 256th of the distance between bfloat16 numbers"
    assert_same_elements(
        result["master"][0], moved, misconceptions=still, what=f"the master {what}"
    )
    still = {"the parameter is as it was: it becomes its master, rounded": start}
    param = result["params"][0].detach()
    assert_same_elements(
        param, moved.bfloat16(), misconceptions=still, what=f"the parameter {what}"
    )


def test_parameters_change_in_place_and_gradients_not(adapters, rng):
    params, bases, grads = _draw(rng)
    steps = Steps("sgd", _start(params), grads, {"lr": 0.5})
    before = bases[1][:1].clone()
    result = adapters.run_master_weights("sgd", params, grads, steps.given)
    assert_master_weights(result, steps)
    for i, (param, base) in enumerate(zip(params, bases, strict=True)):
        if not shares_storage(param, base):
            fail(
                f"parameter {i} has new memory: a model that has the old sees no change",
                "write into the tensor that is there, with an in-place operation",
            )
    assert_same_elements(bases[1][1:], params[1].detach(), what="the memory of parameter 1")
    assert_same_elements(bases[1][:1], before, what="what lies before parameter 1")
    for i, (param, grad) in enumerate(zip(params, grads[-1], strict=True)):
        if (param.grad is None) != (grad is None):
            fail(
                f"after step(), .grad of parameter {i} is {describe(param.grad)}; it was "
                f"{describe(grad)}",
                "only zero_grad clears gradients",
            )
        if grad is not None:
            assert_same_elements(param.grad, grad, what=f".grad of parameter {i} after step()")


def test_no_step_changes_nothing(adapters, rng):
    params, _, _ = _draw(rng)
    for grads in ([], [[None] * len(params)] * 2):
        steps = Steps("adamw", params, grads, {"lr": 0.5})
        assert_master_weights(_run(adapters, "adamw", params, grads, steps.given), steps)
