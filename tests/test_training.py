"""Gradients accumulated over micro-batches: handout §12.2."""

import copy
from functools import partial
from itertools import pairwise, zip_longest

import pytest
import torch
from torch import nn

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_close, assert_loss
from tests.harness.expected.mixed_precision import NO_HOOKS
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import layouts
from tests.harness.runtime.describe import describe_error
from tests.harness.runtime.models import DeepLinear, double_output


def _regression(rng):
    """Return a model, and micro-batches of unequal sizes and lengths."""
    model = nn.Sequential(nn.Linear(5, 7), nn.Tanh(), nn.Linear(7, 3))
    for param in model.parameters():
        param.data.copy_(rng.normal(*param.shape) * 0.5)
    sizes = [(rng.integer(1, 3), 1), (rng.integer(4, 9), 2), (1, rng.integer(3, 7)), (3, 1)]
    scales = (1.0, 3.0, 0.2, 1.5)
    pairs = zip(sizes, scales, strict=True)
    given = [(rng.normal(*size, 5), scale * rng.normal(*size, 3)) for size, scale in pairs]
    return model, [tuple(layouts(x)["transposed"] for x in pair) for pair in given]


def _gradients(model, micro_batches, weights):
    """Return, in float64, the weighted sum of the micro-batches' squared errors and its gradients.

    Args:
        model: is copied.
        micro_batches: pairs of inputs and targets.
        weights: one for the squared errors of each.
    """
    model = copy.deepcopy(model).double()
    model.zero_grad()
    loss = sum(
        weight * ((model(inputs.double()) - targets.double()) ** 2).sum()
        for (inputs, targets), weight in zip(micro_batches, weights, strict=True)
    )
    loss.backward()
    return loss.item(), [param.grad for param in model.parameters()]


def _assert_step(model, start, micro_batches, loss, lr):
    """Assert that a step returned the full batch's loss and stepped from `start` to `model`."""
    total = sum(targets.numel() for _, targets in micro_batches)
    weights = [1 / total] * len(micro_batches)
    expected, grads = _gradients(start, micro_batches, weights)
    assert_loss(
        loss,
        expected,
        length=total,
        misconceptions=lambda: {
            "this is the loss after the step": _gradients(model, micro_batches, weights)[0]
        },
    )
    for (name, param), old, grad in zip(
        model.named_parameters(), start.parameters(), grads, strict=True
    ):
        if grad is not None:
            assert_close(
                param.detach(),
                old.detach().double() - lr * grad,
                dtype=param.dtype,
                length=total + 16,
                magnitude=old.detach().double().abs() + lr * grad.abs().max(),
                what=f"{name} after a step of SGD with lr {lr}",
            )


@pytest.mark.problem("accumulated_step")
def test_accumulated_step_steps_once(adapters, rng):
    model, micro_batches = _regression(rng)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step, times in ((1, 1), (2, 10)):  # of few micro-batches, and of more
        adapters.run_accumulated_step(model, times * micro_batches, optimizer)
        for param in model.parameters():
            steps = float(optimizer.state[param].get("step", 0))
            if steps != step:
                hint = "take one step, after all micro-batches, however many there are"
                fail(f"after {step} calls the optimizer has taken {steps:g} steps", hint)


@pytest.mark.problem("accumulated_step")
def test_accumulated_step_is_that_of_the_full_batch(adapters, rng):
    model, micro_batches = _regression(rng)
    groups = [{"params": [param]} for param in model.parameters()]
    optimizer = torch.optim.SGD(groups, lr=1.0)
    counts = [targets.numel() for _, targets in micro_batches]
    rows = [targets.shape[0] for _, targets in micro_batches]
    n, total, inputs = len(counts), sum(counts), sum(x.numel() for x, _ in micro_batches)
    weightings = {
        "this is the mean of the micro-batches' means; weigh each by its size": [
            1 / (n * count) for count in counts
        ],
        "this is the sum of the micro-batches' means": [1 / count for count in counts],
        "this is the sum of the squared errors; take their mean": [1.0] * n,
        "here micro-batches are weighed by their rows; every element should count the same": [
            row / (sum(rows) * count) for row, count in zip(rows, counts, strict=True)
        ],
        "this divides by the number of rows; take the mean over all elements": [1 / sum(rows)] * n,
        "this is the last micro-batch's alone": [0.0] * (n - 1) + [1 / counts[-1]],
        "this is the last micro-batch's part alone; add up all of them": (
            [0.0] * (n - 1) + [1 / total]
        ),
        "this is the first micro-batch's alone": [1 / counts[0]] + [0.0] * (n - 1),
        "this divides by the inputs' elements, not by the targets'": [1 / inputs] * n,
        "this divides by the number of micro-batches, too": [1 / (n * total)] * n,
        "this takes each micro-batch's mean, and divides it by the number of all elements": [
            1 / (count * total) for count in counts
        ],
    }

    def weighted(start):
        return {text: _gradients(start, micro_batches, w) for text, w in weightings.items()}

    def mistakes(i, start, grads, earlier):
        before = [*start.parameters()][i].detach().double()
        wrong = {text: before - w[1][i] for text, w in weighted(start).items()}
        wrong["the parameters did not change: is the optimizer's step missing?"] = before
        norm = torch.stack([grad.norm() for grad in grads]).norm()
        wrong["the gradients were clipped; step with them as they are"] = before - grads[i] / norm
        if earlier:
            wrong["gradients from before the call were counted; clear them first"] = (
                before - grads[i] - earlier[i].double()
            )
            wrong["gradients from before the call were counted and divided; clear them"] = (
                before - grads[i] - earlier[i].double() / total
            )
        return wrong

    for stale in (False, True):
        earlier = [rng.normal(*param.shape) for param in model.parameters()] if stale else []
        for param, grad in zip_longest(model.parameters(), earlier):
            param.grad = grad.clone() if stale else None
        start = copy.deepcopy(model)
        loss = adapters.run_accumulated_step(model, micro_batches, optimizer)
        expected, grads = _gradients(start, micro_batches, [1 / total] * n)
        assert_loss(
            loss,
            expected,
            length=total,
            misconceptions=lambda start=start: {t: w[0] for t, w in weighted(start).items()},
        )
        for i, (param, old) in enumerate(zip(model.parameters(), start.parameters(), strict=True)):
            before = old.detach().double()
            assert_close(
                param.detach(),
                before - grads[i],
                dtype=torch.float32,
                length=total + 16,
                magnitude=before.abs() + grads[i].abs().max(),
                misconceptions=partial(mistakes, i, start, grads, earlier),
                what=f"parameter {i} after a step of SGD with lr 1",
            )


@pytest.mark.problem("accumulated_step")
def test_accumulated_step_of_one_output(adapters, rng):
    model = nn.Linear(5, 1)
    model.register_forward_hook(double_output)
    micro_batches = [(rng.normal(n, 5), rng.normal(n, 1)) for n in (4, rng.integer(2, 6), 1)]
    total = sum(len(targets) for _, targets in micro_batches)
    expected, _ = _gradients(model, micro_batches, [1 / total] * 3)
    first_two, _ = _gradients(model, micro_batches[:2], [1 / (total - 1)] * 2)
    with torch.no_grad():
        crossed = [(model(x).squeeze(-1) - y).double().square() for x, y in micro_batches]
        unhooked = [(model.forward(x) - y).double().square().sum().item() for x, y in micro_batches]
    hint = "outputs and targets were broadcast against each other"
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    loss = adapters.run_accumulated_step(model, micro_batches, optimizer)
    wrong = {hint: sum(errors.sum().item() for errors in crossed) / total}
    wrong[f"{hint}, and their mean taken"] = (
        sum(errors.mean().item() * len(errors) for errors in crossed) / total
    )
    wrong[NO_HOOKS] = sum(unhooked) / total
    wrong["the last micro-batch, which is the smallest, is left out"] = first_two
    assert_loss(loss, expected, length=total, misconceptions=wrong)


@pytest.mark.problem("accumulated_step")
def test_accumulated_step_leaves_frozen_layers_and_modes_as_they_are(adapters, rng):
    model, micro_batches = _regression(rng)
    model[0].requires_grad_(False)
    for training, stale in ((True, False), (False, True)):
        model.train(training)
        model[2].train(not training)
        start = copy.deepcopy(model)
        for param in model[0].parameters():  # as if it was trained before it was frozen
            param.grad = torch.ones_like(param) if stale else None
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loss = adapters.run_accumulated_step(model, micro_batches, optimizer)
        for name, param in model[0].named_parameters():
            old = getattr(start[0], name)
            if stale and torch.equal(param, old - 0.1):
                fail(
                    f"0.{name}, which is frozen, was changed: it had a gradient from before the "
                    "call, and the optimizer's step took it",
                    "clear the gradients of all parameters that the optimizer has",
                )
            if param.requires_grad or not torch.equal(param, old):
                fail(f"0.{name}, which was frozen, was changed or is not frozen any more")
        if [m.training for m in model.modules()] != [m.training for m in start.modules()]:
            fail(
                "the call changed a module's training or evaluation mode",
                "leave the mode as it is, each module's own",
            )
        _assert_step(model, start, micro_batches, loss, 0.1)


@pytest.mark.problem("accumulated_step")
def test_accumulated_step_of_one_micro_batch(adapters, rng):
    model, micro_batches = _regression(rng)
    model.double()
    start = copy.deepcopy(model)
    for param in model.parameters():  # from before the call
        param.grad = torch.ones_like(param)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    one = [tuple(tensor.double() for tensor in micro_batches[1])]
    loss = adapters.run_accumulated_step(model, one, optimizer)
    _assert_step(model, start, one, loss, 0.1)


@pytest.mark.problem("accumulated_step")
def test_accumulated_step_holds_one_micro_batch(adapters, rng):
    held = _peaks(adapters, rng)
    # Activations of a micro-batch are 5 · 32 KiB, parameters and gradients 5 · 512 bytes each.
    if held[8] > 1.25 * held[1]:
        fail(_grows(held), _ONE_AT_A_TIME)


_ONE_AT_A_TIME = "run backward for each micro-batch before the next, and retain no graph"


def _grows(peaks):
    return f"the peak is {peaks[1]} bytes with 1 micro-batch and {peaks[8]} with 8 like it"


def _peaks(adapters, rng):
    """Return the peak bytes of steps, by number of micro-batches."""
    dim, rows, peaks = 8, 1024, {}
    for count in (1, 8):
        model = DeepLinear(dim, dim, dim, dim, dim, dim)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        batches = [(rng.normal(rows, dim), rng.normal(rows, dim)) for _ in range(count)]
        start = copy.deepcopy(model)
        seen = adapters.observed(trace=True).run_accumulated_step(model, batches, optimizer)
        _assert_step(model, start, batches, seen.value, 0.1)
        if len(seen.trace.matmuls) < 10 * count:  # 5 forward, 9 backward
            fail(
                f"with {count} micro-batches through 5 layers, forward and backward, "
                f"{len(seen.trace.matmuls)} matmuls were seen"
            )
        peaks[count] = seen.trace.peak_bytes
    return peaks


@pytest.mark.problem("accumulated_step")
def test_accumulated_step_of_token_ids(adapters, rng):
    model = nn.Sequential(nn.Embedding(9, 4), nn.Linear(4, 2))
    draw = rng.numpy.integers
    micro_batches = [(torch.from_numpy(draw(0, 9, (n, 3))), rng.normal(n, 3, 2)) for n in (4, 1)]
    counts = [targets.numel() for _, targets in micro_batches]
    with torch.no_grad():
        errors = [((model(x) - y).double() ** 2).sum().item() for x, y in micro_batches]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    seen = adapters.observed().run_accumulated_step(model, micro_batches, optimizer)
    if isinstance(seen.error, RuntimeError) and "indices" in str(seen.error):
        fail(
            f"with token ids for an nn.Embedding: {describe_error(seen.error)}",
            "leave the inputs as they are",
        )
    assert_loss(seen.value, sum(errors) / sum(counts), length=sum(counts))


@pytest.mark.problem("accumulated_step")
def test_accumulated_step_runs_the_model_once(adapters, rng):
    sizes = [rng.integer(20, 30) for _ in range(5)]
    model = DeepLinear(*sizes)
    batches = [(rng.normal(n, sizes[0]), rng.normal(n, sizes[-1])) for n in (30, 10, 20)]
    optimizer, start = torch.optim.SGD(model.parameters(), lr=0.1), copy.deepcopy(model)
    seen = adapters.observed(trace=True).run_accumulated_step(model, batches, optimizer)
    _assert_step(model, start, batches, seen.value, 0.1)
    each = [2 * 60 * a * b for a, b in pairwise(sizes)]
    expected = 3 * sum(each) - each[0]  # the first layer's inputs need no gradient
    once = "run each micro-batch through the model once: the loss of that pass is the one to return"
    if not 0.9 * expected < seen.trace.flops < 1.1 * expected:
        fail(
            f"the matmuls of a step with layers of {sizes} and 60 rows take {expected} FLOPs, "
            f"forward and backward; here they were {seen.trace.flops}",
            *([once] if seen.trace.flops > expected else []),
        )


@pytest.mark.problem("accumulated_step")
def test_accumulated_step_refuses_no_micro_batch(adapters, rng):
    model, _ = _regression(rng)
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    assert_raises(
        lambda: adapters.run_accumulated_step(model, [], optimizer),
        mentions=["batch", "[]"],
        when="there is no micro-batch",
    )
