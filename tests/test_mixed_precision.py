"""A mixed-precision step: handout §11."""

import copy
import math
from collections import Counter
from itertools import pairwise

import pytest
import torch
from torch import nn

from tests.harness.blocks import DeepLinear, Scale
from tests.harness.compare import assert_close, describe, fail
from tests.harness.losses import assert_is_number, assert_loss

ALL = ("float32", "bfloat16", "float16")
_NO_STEP = "the parameter did not change: is the optimizer's step missing?"
STALE = 7.0  # gradients from before the call


def _dtype(name) -> torch.dtype:
    return getattr(torch, name)


def _task(rng, *hidden, outputs=None):
    """Return a model, inputs and targets of random sizes."""
    sizes = [rng.integer(4, 9), *hidden, outputs or rng.integer(2, 5)]
    layers: list[nn.Module] = []
    for d_in, d_out in pairwise(sizes):
        layers += [nn.Linear(d_in, d_out), nn.Tanh()]
    model = nn.Sequential(*layers[:-1])
    for param in model.parameters():
        param.data.copy_(rng.normal(*param.shape) * 0.5)
    batch = rng.integer(5, 20)
    return model, rng.normal(batch, sizes[0]), rng.normal(batch, sizes[-1])


def _expected(model, inputs, targets, dtype):
    """Return what torch's own autocast gives: predictions, and gradients by name."""
    model = copy.deepcopy(model)
    model.zero_grad()
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        predictions = model(inputs)
    ((predictions.float() - targets) ** 2).mean().backward()
    grads = {n: p.grad.double() for n, p in model.named_parameters() if p.grad is not None}
    return predictions.detach().double(), grads


def _scaler(scale, **settings) -> torch.amp.GradScaler:
    return torch.amp.GradScaler("cpu", init_scale=scale, growth_interval=1, **settings)


def _mean_square(predictions, targets) -> float:
    return ((predictions.double() - targets.double()) ** 2).mean().item()


def _assert_loss(actual, model, inputs, targets, dtype, *, after, scale=1.0):
    """Assert that a loss is that of the model, given as it was before the step and after it."""
    predictions, _ = _expected(model, inputs, targets, dtype)
    expected = _mean_square(predictions, targets)

    def mistakes():
        low = ((predictions.to(dtype) - targets.to(dtype)) ** 2).mean().item()
        rounded = _mean_square(predictions, targets.to(dtype))
        late = _mean_square(_expected(after, inputs, targets, dtype)[0], targets)
        wrong = {
            "this is the scaled loss; return the loss itself": expected * scale,
            "this is the sum of squared errors; take their mean": expected * targets.numel(),
            "the loss was taken in low precision; take it in float32": low,
            "the targets were rounded to low precision": rounded,
            "the model's output was rounded to low precision": _mean_square(
                predictions.to(dtype), targets
            ),
            "this is the root of the mean-squared error": expected**0.5,
            "this is the loss after the step": late,
        }
        if inputs.is_floating_point():
            cast, _ = _expected(model, inputs.to(dtype).float(), targets, dtype)
            wrong["the inputs were rounded to low precision; leave the inputs as they are"] = (
                _mean_square(cast, targets)
            )
        if predictions.numel() == len(targets):  # one output a row
            crossed = predictions.flatten() - targets.flatten()[:, None]
            wrong["outputs and targets were broadcast against each other"] = (
                (crossed**2).mean().item()
            )
        for name in ALL:
            if _dtype(name) != dtype:
                text = f"the forward pass ran in {name}, not in {str(dtype).removeprefix('torch.')}"
                other, _ = _expected(model, inputs, targets, _dtype(name))
                wrong[text] = _mean_square(other, targets)
        return wrong

    assert_loss(actual, expected, length=targets.numel(), misconceptions=mistakes)


def _assert_stepped(model, start, inputs, targets, dtype, *, lr, scale):
    """Assert that one step of SGD led from `start` to the model."""
    _, grads = _expected(start, inputs, targets, dtype)
    before = {name: param.detach().double() for name, param in start.named_parameters()}
    for name, param in model.named_parameters():
        if name not in grads:
            if param.requires_grad or not torch.equal(param.double(), before[name]):
                fail(f"{name}, which was frozen, was changed or is not frozen any more")
            continue
        old, step = before[name], lr * grads[name]
        # A gradient may be off by a few roundings in dtype of the largest, for the order of sums.
        slack = 8 * torch.finfo(dtype).eps / 2.0**-23 * step.abs().max()
        assert_close(
            param.detach(),
            old - step,
            dtype=torch.float32,
            magnitude=old.abs() + slack,
            misconceptions={
                **({_NO_STEP: old} if torch.equal(param.detach().double(), old) else {}),
                "the gradients are still scaled: let the scaler take the step": old - step * scale,
                "the gradients were unscaled, but the loss had not been scaled": old - step / scale,
                "the optimizer took two steps": old - 2 * step,
                "gradients from before the call count too": old - step - lr * STALE / scale,
                "the gradients of the sum were used; take the mean": old - step * targets.numel(),
            },
            what=f"{name} after the step",
        )


def _assert_float32(model):
    for name, param in model.named_parameters():
        if param.dtype != torch.float32:
            fail(
                f"after the step {name} is {param.dtype}, expected float32",
                "autocast casts for the matmuls; the parameters themselves stay float32",
            )


def _assert_clear(model):
    for name, param in model.named_parameters():
        if param.grad is not None and param.grad.any():
            fail(f"the gradient of {name} is not clear after the step")


def _check_steps(adapters, rng, precision, scaled):
    model, inputs, targets = _task(rng, rng.integer(3, 9))
    dtype = _dtype(precision)
    scaler = _scaler(2.0 ** rng.integer(3, 8)) if scaled else None
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    for training in (True, False):
        model.train(training)
        model[-1].train(not training)
        modes = [module.training for module in model.modules()]
        given_scale = scaler.get_scale() if scaler else 1.0
        start = copy.deepcopy(model)
        for param in model.parameters():
            param.grad = torch.full_like(param, STALE)
        loss = adapters.run_mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler)
        _assert_float32(model)
        _assert_loss(loss, start, inputs, targets, dtype, after=model, scale=given_scale)
        _assert_stepped(model, start, inputs, targets, dtype, lr=0.5, scale=given_scale)
        _assert_clear(model)
        for (name, module), mode in zip(model.named_modules(), modes, strict=True):
            if module.training != mode:
                which = f"its layer {name}" if name else "the model"
                text = f"the call put {which} in {'eval' if mode else 'train'} mode"
                fail(text, "leave the mode as it is, each module's own")
        if scaler is not None and scaler.get_scale() != 2 * given_scale:
            fail(
                f"a scaler that doubles at each good step went from {given_scale} to "
                f"{scaler.get_scale()}",
                "use the scaler whenever one is given, and update it once after each step",
            )


@pytest.mark.problem("mixed_precision_step")
def test_takes_one_step(adapters, rng):
    for precision in ALL:
        for scaled in (False, True):
            _check_steps(adapters, rng, precision, scaled)


@pytest.mark.problem("mixed_precision_step")
def test_takes_what_models_take_and_give(adapters, rng):
    column, inputs, targets = _task(rng, 5, outputs=1)
    row = nn.Sequential(*copy.deepcopy(column), nn.Flatten(0))
    tokens = torch.from_numpy(rng.numpy.integers(0, 9, (7, 3)))
    words = nn.Sequential(nn.Embedding(9, 4), nn.Linear(4, 2))
    scaled = nn.Sequential(Scale(6), nn.Linear(6, 3), Scale(3))  # float32, low, float32
    for i in (0, 2):
        scaled[i].weight.data.copy_(rng.normal(*scaled[i].weight.shape))
    frozen = copy.deepcopy(column)
    frozen[0].requires_grad_(False)
    for model, *given in (
        (scaled, rng.normal(7, 6), rng.normal(7, 3)),
        (frozen, inputs, targets),
        (column, inputs, targets),
        (row, inputs, targets[:, 0]),
        (words, tokens, rng.normal(7, 3, 2)),
    ):
        start, dtype = copy.deepcopy(model), torch.bfloat16
        optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
        seen = adapters.observed().run_mixed_precision_step(model, *given, optimizer, dtype)
        if seen.error and not given[0].is_floating_point():
            fail(
                f"with token ids for an nn.Embedding: {type(seen.error).__name__}: {seen.error}",
                "autocast casts for the matmuls; leave the inputs as they are",
            )
        _assert_loss(seen.value, start, *given, dtype, after=model)
        _assert_stepped(model, start, *given, dtype, lr=0.5, scale=1.0)


@pytest.mark.problem("mixed_precision_step")
def test_scales_nothing_without_a_scaler(adapters, rng):
    model, inputs, targets = _task(rng, 5)
    targets *= 64  # a scaler's usual 65536 times the gradients of this is infinite in float16
    start, dtype = copy.deepcopy(model), torch.float16
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    loss = adapters.run_mixed_precision_step(model, inputs, targets, optimizer, dtype, None)
    _assert_loss(loss, start, inputs, targets, dtype, after=model)
    hint = "was the loss scaled? No scaler was given: do not make one"
    if all(map(torch.equal, model.parameters(), start.parameters())):
        fail("a float16 step without a scaler changed no parameter", hint)
    _assert_stepped(model, start, inputs, targets, dtype, lr=0.5, scale=1.0)
    still = nn.Linear(4, 2)
    for param in still.parameters():
        param.data.zero_()
    optimizer = torch.optim.SGD(still.parameters(), lr=0.5)
    given = torch.ones(8, 4), torch.full((8, 2), 1e-7)  # gradients of 1e-8 are 0 in float16
    adapters.run_mixed_precision_step(still, *given, optimizer, dtype, None)
    if any(param.any() for param in still.parameters()):
        fail("gradients too small for float16 reached a parameter", hint)


@pytest.mark.problem("mixed_precision_step")
def test_matmuls_run_in_dtype(adapters, rng):
    for precision in ALL:
        batch, *sizes = 11, 5, 7, 13, 3
        model = DeepLinear(*sizes)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        inputs, targets = rng.normal(batch, sizes[0]), rng.normal(batch, sizes[-1])
        seen = adapters.observed(trace=True).run_mixed_precision_step(
            model, inputs, targets, optimizer, _dtype(precision)
        )
        assert_is_number(seen.value)
        layers = [tuple(sorted((batch, *pair))) for pair in pairwise(sizes)]
        done: Counter[tuple[int, ...]] = Counter()
        for op in seen.trace.matmuls:
            left, right = op.input_shapes[-2:]
            of = tuple(sorted({*left, *right}))
            done[of] += 1
            if of in layers and set(op.input_dtypes) != {precision}:
                fail(
                    f"{op.name} multiplied {' and '.join(op.input_dtypes)} of the shapes "
                    f"{op.input_shapes}; expected {precision}",
                    "autocast is for the model's forward pass, and backward follows it",
                )
        for number, of in enumerate(layers):
            needed = 3 if number else 2
            if done[of] < needed:
                fail(
                    f"layer {number} takes part in {needed} matmuls, forward and backward; "
                    f"{done[of]} were seen"
                )


@pytest.mark.problem("mixed_precision_step")
def test_keeps_parameters_and_state_in_float32(adapters, rng):
    for precision in ALL:
        model, inputs, targets = _task(rng, 4)
        optimizer = torch.optim.Adam(model.parameters())
        scaler = _scaler(8.0) if precision == "float16" else None
        given = inputs, targets, optimizer, _dtype(precision), scaler
        adapters.run_mixed_precision_step(model, *given)
        for name, param in model.named_parameters():
            kept = {"the parameter": param, **optimizer.state[param]}
            if not {"exp_avg", "exp_avg_sq"} <= kept.keys():
                fail(f"the optimizer took no step with {name}: its state is {describe(kept)}")
            for what, tensor in kept.items():
                if isinstance(tensor, torch.Tensor) and tensor.dtype != torch.float32:
                    fail(f"{name}: {what} is {tensor.dtype} after the step, expected float32")
            steps = float(optimizer.state[param]["step"])
            if steps != 1:
                fail(f"the optimizer took {steps:g} steps, expected 1")


@pytest.mark.problem("mixed_precision_step")
def test_skips_a_step_with_infinite_gradients(adapters, rng):
    model, inputs, targets = _task(rng, 5)
    start = copy.deepcopy(model)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.5)
    scale, backoff = 2.0**40, rng.choice([0.5, 0.25])
    scaler = _scaler(scale, backoff_factor=backoff)
    given = model, inputs, targets, optimizer, torch.float16, scaler
    loss = adapters.run_mixed_precision_step(*given)
    _assert_loss(loss, start, inputs, targets, torch.float16, after=model, scale=scale)
    before = dict(start.named_parameters())
    for name, param in model.named_parameters():
        if not torch.equal(param, before[name]) or optimizer.state[param]:
            fail(
                f"with infinite gradients, {name} or its optimizer state changed",
                "let the scaler take the optimizer's step: it leaves out what is infinite",
            )
    _assert_backed_off(scaler, scale, backoff)
    _assert_clear(model)


def _assert_backed_off(scaler, scale, backoff):
    if scaler.get_scale() != scale * backoff:
        fail(
            f"after infinite gradients the scale is {scaler.get_scale()}; expected {scale} times "
            f"the backoff factor {backoff}",
            "update the scaler once after each step",
        )


@pytest.mark.problem("mixed_precision_step")
def test_skips_a_step_when_some_gradients_or_the_loss_are_infinite(adapters, rng):
    last = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 2))
    with torch.no_grad():  # in float16 the last layer's gradients are infinite, the first's are not
        for param, value in zip(last.parameters(), (0.0, 9.0, 2.0**-10, 0.0), strict=True):
            param.fill_(value)
    huge = nn.Linear(4, 2)
    for model, inputs, scale, what in (
        (last, rng.normal(16, 4), 2.0**18, "the gradients of the last layer alone are infinite"),
        (huge, rng.normal(16, 4) * 1e6, 8.0, "the loss itself is not finite"),
    ):
        start, scaler = copy.deepcopy(model), _scaler(scale)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
        given = model, inputs, -torch.ones(16, 2), optimizer, torch.float16, scaler
        loss = adapters.run_mixed_precision_step(*given)
        if model is huge and math.isfinite(loss):
            fail(f"{what}, but {loss} was returned", "return the loss as it is")
        if not all(map(torch.equal, model.parameters(), start.parameters())):
            fail(
                f"{what}, and the model changed",
                "let the scaler take the optimizer's step: it looks at every gradient",
            )
        _assert_backed_off(scaler, scale, 0.5)
        _assert_clear(model)
