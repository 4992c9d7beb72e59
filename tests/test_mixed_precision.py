"""A mixed-precision step: handout §11. Its scaler: test_mixed_precision_scaler.py."""

import copy
from collections import Counter
from itertools import pairwise

import pytest
import torch
from torch import nn

from tests.harness.expected.mixed_precision import (
    DTYPES,
    STALE,
    assert_clear,
    assert_step_loss,
    assert_stepped,
    draw_task,
    make_scaler,
    take_step,
)
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import layouts
from tests.harness.runtime.describe import describe, describe_error
from tests.harness.runtime.models import DeepLinear, Scale, double_output

pytestmark = pytest.mark.problem("mixed_precision_step")


def _assert_float32(model):
    for name, param in model.named_parameters():
        if param.dtype != torch.float32:
            fail(
                f"after the step {name} is {param.dtype}, expected float32",
                "autocast casts for the matmuls; the parameters themselves stay float32",
            )


def _check_steps(adapters, rng, precision, scaled):
    model, inputs, targets = draw_task(rng, rng.integer(3, 9))
    dtype = DTYPES[precision]
    scaler = make_scaler(2.0 ** rng.integer(3, 8)) if scaled else None
    optimizer = torch.optim.SGD([{"params": [param]} for param in model.parameters()], lr=0.5)
    for training in (True, False):
        model.train(training)
        model[-1].train(not training)
        modes = [module.training for module in model.modules()]
        given_scale = scaler.get_scale() if scaler else 1.0
        start = copy.deepcopy(model)
        for param in model.parameters():
            param.grad = torch.full_like(param, STALE)
        loss = take_step(adapters, model, inputs, targets, optimizer, dtype, scaler)
        _assert_float32(model)
        scales = {"scale": given_scale, "later_scale": scaler.get_scale() if scaler else 1.0}
        assert_step_loss(loss, start, inputs, targets, dtype, after=model, **scales)
        assert_stepped(model, start, inputs, targets, dtype, lr=0.5, scale=given_scale)
        assert_clear(model)
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


def test_takes_one_step(adapters, rng):
    for precision in DTYPES:
        for scaled in (False, True):
            _check_steps(adapters, rng, precision, scaled)


def test_takes_what_models_take_and_give(adapters, rng):
    column, inputs, targets = draw_task(rng, 5, outputs=1)
    row = nn.Sequential(*copy.deepcopy(column), nn.Flatten(0))
    tokens = torch.from_numpy(rng.numpy.integers(0, 9, (7, 3)))
    words = nn.Sequential(nn.Embedding(9, 4), nn.Linear(4, 2))
    scaled = nn.Sequential(Scale(6), nn.Linear(6, 3), Scale(3))  # float32, low, float32
    for i in (0, 2):
        scaled[i].weight.data.copy_(rng.normal(*scaled[i].weight.shape))
    frozen = copy.deepcopy(column)
    frozen[0].requires_grad_(False)
    row.register_forward_hook(double_output)
    for model, *given in (
        (scaled, rng.normal(7, 6), rng.normal(7, 3)),
        (frozen, inputs, targets),
        (column, inputs, targets),
        (row, inputs, targets[:, 0]),
        (scaled, *(layouts(rng.normal(7, width))["transposed"] for width in (6, 3))),
        (words, tokens, rng.normal(7, 3, 2)),
    ):
        start, dtype = copy.deepcopy(model), torch.bfloat16
        for param in model.parameters():  # also of a frozen layer that was trained before
            param.grad = torch.full_like(param, STALE)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
        seen = adapters.observed().run_mixed_precision_step(model, *given, optimizer, dtype)
        if seen.error and not given[0].is_floating_point():
            fail(
                f"with token ids for an nn.Embedding: {describe_error(seen.error)}",
                "autocast casts for the matmuls; leave the inputs as they are",
            )
        assert_step_loss(seen.value, start, *given, dtype, after=model)
        assert_stepped(model, start, *given, dtype, lr=0.5, scale=1.0)
        assert_clear(model)


def test_keeps_gradients_in_float32(adapters, rng):
    tokens = torch.from_numpy(rng.numpy.integers(0, 5, (9, 3)))
    for precision, scale in (("bfloat16", 1.0), ("float16", 16.0)):
        for name, model, given in (
            ("1.weight", nn.Sequential(nn.Linear(4, 6), Scale(6)), rng.normal(9, 4)),
            ("1.weight", nn.Sequential(nn.Linear(4, 6), nn.LayerNorm(6)), rng.normal(9, 4)),
            ("weight", nn.Embedding(5, 6), tokens),
        ):
            for param in model.parameters():
                param.data.copy_(rng.normal(*param.shape))
            start, dtype = copy.deepcopy(model), DTYPES[precision]
            targets = rng.normal(*model(given).shape)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
            scaler = make_scaler(scale) if scale != 1 else None
            take_step(adapters, model, given, targets, optimizer, dtype, scaler)
            assert_stepped(
                *(model, start, given, targets, dtype), lr=0.5, scale=scale, in_float32=name
            )


def test_matmuls_run_in_dtype(adapters, rng):
    for precision in DTYPES:
        batch, *sizes = 11, 5, 7, 13, 3
        model = DeepLinear(*sizes)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        inputs, targets = rng.normal(batch, sizes[0]), rng.normal(batch, sizes[-1])
        start, dtype = copy.deepcopy(model), DTYPES[precision]
        seen = adapters.observed(trace=True).run_mixed_precision_step(
            model, inputs, targets, optimizer, dtype
        )
        assert_step_loss(seen.value, start, inputs, targets, dtype, after=model)
        assert_stepped(model, start, inputs, targets, dtype, lr=0.1, scale=1.0)
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
        each = [2 * batch * a * b for a, b in pairwise(sizes)]
        expected = 3 * sum(each) - each[0]  # the first layer's inputs need no gradient
        if seen.trace.flops > 1.1 * expected:
            fail(
                f"the matmuls of a step with layers of {sizes} and {batch} rows take {expected} "
                f"FLOPs, forward and backward; here they were {seen.trace.flops}",
                "run the model once: the loss of that pass is the one to return",
            )


def test_keeps_parameters_and_state_in_float32(adapters, rng):
    for precision in DTYPES:
        model, inputs, targets = draw_task(rng, 4)
        optimizer = torch.optim.Adam(model.parameters())
        scaler = make_scaler(8.0) if precision == "float16" else None
        given = inputs, targets, optimizer, DTYPES[precision], scaler
        take_step(adapters, model, *given)
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
