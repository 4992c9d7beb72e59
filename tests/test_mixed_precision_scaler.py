"""Mixed-precision steps with a GradScaler, and without one: handout §11."""

import copy
import math

import pytest
import torch
from torch import nn

from tests.harness.expected.mixed_precision import (
    assert_clear,
    assert_step_loss,
    assert_stepped,
    draw_task,
    make_scaler,
    take_step,
)
from tests.harness.plugin.failure import fail
from tests.harness.runtime.models import Scale

pytestmark = pytest.mark.problem("mixed_precision_step")


def test_scales_nothing_without_a_scaler(adapters, rng):
    model, inputs, targets = draw_task(rng, 5)
    targets *= 64  # a scaler's usual 65536 times the gradients of this is infinite in float16
    start, dtype = copy.deepcopy(model), torch.float16
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    loss = adapters.run_mixed_precision_step(model, inputs, targets, optimizer, dtype, None)
    assert_step_loss(loss, start, inputs, targets, dtype, after=model)
    hint = "was the loss scaled? No scaler was given: do not make one"
    if all(map(torch.equal, model.parameters(), start.parameters())):
        fail("a float16 step without a scaler changed no parameter", hint)
    assert_stepped(model, start, inputs, targets, dtype, lr=0.5, scale=1.0)
    still = nn.Linear(4, 2)
    for param in still.parameters():
        param.data.zero_()
    optimizer = torch.optim.SGD(still.parameters(), lr=0.5)
    given = torch.ones(8, 4), torch.full((8, 2), 1e-7)  # gradients of 1e-8 are 0 in float16
    loss = adapters.run_mixed_precision_step(still, *given, optimizer, dtype, None)
    if not math.isclose(loss, 1e-14, rel_tol=1e-5):
        fail(
            f"with errors of 1e-7 the loss is {loss!r}, not 1e-14", "return it as it is, unrounded"
        )
    if any(param.any() for param in still.parameters()):
        fail("gradients too small for float16 reached a parameter", hint)


def test_steps_with_a_scaler_where_a_parameter_has_no_gradient(adapters, rng):
    model, inputs, targets = draw_task(rng, 5)
    model[0].requires_grad_(False)
    start = copy.deepcopy(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    given = model, inputs, targets, optimizer, torch.float16, make_scaler(16.0)
    seen = adapters.observed().run_mixed_precision_step(*given)
    if seen.error is not None:
        raise seen.error
    assert_stepped(model, start, inputs, targets, torch.float16, lr=0.5, scale=16.0)
    assert_clear(model)


def test_skips_a_step_with_infinite_gradients(adapters, rng):
    model, inputs, targets = draw_task(rng, 5)
    start = copy.deepcopy(model)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.5)
    scale, backoff = 2.0**40, rng.choice([0.5, 0.25])
    scaler = make_scaler(scale, backoff_factor=backoff)
    given = model, inputs, targets, optimizer, torch.float16, scaler
    loss = take_step(adapters, *given)
    scales = {"scale": scale, "later_scale": scaler.get_scale()}
    assert_step_loss(loss, start, inputs, targets, torch.float16, after=model, **scales)
    before = dict(start.named_parameters())
    for name, param in model.named_parameters():
        if not torch.equal(param, before[name]) or optimizer.state[param]:
            fail(
                f"with infinite gradients, {name} or its optimizer state changed",
                "let the scaler take the optimizer's step: it leaves out what is infinite",
            )
    _assert_backed_off(scaler, scale, backoff)
    assert_clear(model)


def _assert_backed_off(scaler, scale, backoff):
    if scaler.get_scale() != scale * backoff:
        fail(
            f"after infinite gradients the scale is {scaler.get_scale()}; expected {scale} times "
            f"the backoff factor {backoff}",
            "update the scaler once after each step",
        )


def test_skips_a_step_when_some_gradients_or_the_loss_are_infinite(adapters, rng):
    last, column = (nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 2)) for _ in range(2))
    with torch.no_grad():  # in float16 the last layer's gradients are infinite, the first's are not
        for param, value in zip(last.parameters(), (0.0, 1.0, 2.0**-10, 0.0), strict=True):
            param.fill_(value)
        column[0].weight[:, 0] = 0
    bias, huge = nn.Linear(4, 2), nn.Linear(4, 2)
    opposed = nn.Sequential(nn.Linear(4, 2), Scale(2))  # whose own gradients are float32
    signs, down = torch.tensor([[1.0], [-1.0]]).repeat(8, 2), -torch.ones(16, 2)
    for model, inputs, targets, scale, what in (
        (last, rng.normal(16, 4), down, 2.0**18, "the gradients of the last layer are infinite"),
        (bias, rng.normal(16, 4) / 100, 5 * down, 2.0**15, "the bias's gradient is infinite"),
        (opposed, rng.normal(16, 4), 9 * signs, 2.0**24, "the gradients of one layer are NaN"),
        (
            *(column, torch.cat([torch.full((16, 1), 3e4), rng.normal(16, 3)], 1), 3 * down, 64.0),
            "the gradients of one column of a weight are infinite",
        ),
        (huge, rng.normal(16, 4) * 1e6, down, 8.0, "the loss itself is not finite"),
    ):
        start, scaler = copy.deepcopy(model), make_scaler(scale)
        optimizer = torch.optim.SGD([{"params": [param]} for param in model.parameters()], lr=0.5)
        given = model, inputs, targets, optimizer, torch.float16, scaler
        loss = take_step(adapters, *given)
        if model is huge and math.isfinite(loss):
            fail(f"{what}, but {loss} was returned", "return the loss as it is")
        if not all(map(torch.equal, model.parameters(), start.parameters())):
            fail(
                f"{what}, and the model changed",
                "let the scaler take the optimizer's step: where any gradient is infinite or NaN, "
                "no parameter changes",
            )
        _assert_backed_off(scaler, scale, 0.5)
        assert_clear(model)
