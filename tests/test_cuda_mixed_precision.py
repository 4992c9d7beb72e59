"""The mixed-precision step on a device, beside the harness's own, by the judge's clock: §13.2.

What a call costs by itself, to cross to another process, is left out as in test_cuda_throughput.py:
by calls with a few rows.
"""

import math

import pytest
import torch
from torch import nn

from tests.harness.checks.device_peaks import is_impossible
from tests.harness.checks.gpu import (
    mixed_precision_step,
    no_bfloat16_reason,
    too_little_memory_reason,
    windows,
)
from tests.harness.checks.timing import (
    HostClock,
    Timing,
    per_step,
    retry_once,
    unsteady_reason,
)
from tests.harness.checks.values import assert_float
from tests.harness.plugin.failure import INCONCLUSIVE, Failure, fail

# The deeper the model, the larger the part of each update that is rounding: with 24 layers it is up
# to three quarters, which would hide a step on half the batch.
WIDTH, DEPTH, ROWS, LEAST_ROWS, FEW_ROWS = 1024, 12, 262144, 32768, 64
# Bytes for each number that a hidden layer makes. The harness needs 3.1 for its step in bfloat16;
# at the same time the submission, in another process, needs as many, or 5.4 if its step is in
# float32. The rest is what the two allocators keep.
STEP_BYTES = 4 + 6
STEP_ROUNDS, STEP_LIMIT = 7, 1.5
LEAST_ROUNDS, ENOUGH = 3, 5.0  # rounds, and seconds after which no further round begins
# Seconds, some ten times what crossing takes. A call that waits longer with a few rows could hide
# as much work of its step.
CROSSING = 0.2
# A right step may round otherwise than the harness's, and some batches round more than the ones
# measured. A step that leaves a layer out is off by 1, one that leaves rows out by some tenths in
# each parameter.
ROUNDINGS, LEAST, MOST = 4, 0.02, 0.5


@pytest.mark.cuda
@pytest.mark.problem("mixed_precision_throughput")
def test_mixed_precision_throughput_against_the_same_step(adapters, rng, gpu, not_run):
    model, own = (_tower(rng.seed()).to(gpu.device) for _ in range(2))
    _step(adapters, model, *_batch(rng, gpu, FEW_ROWS), 0.0)  # a stub raises here
    rows = _rows_that_fit(gpu)
    if reason := no_bfloat16_reason(gpu) or too_little_memory_reason(gpu, _needed(rows)):
        not_run(reason)
    calibrated = _calibrate(own, [_batch(rng, gpu, rows) for _ in range(2)])
    gpu.release()  # the submission's process needs the memory of the float32 step

    def measure():
        times = _take_turns(adapters, rng, gpu, model, own, rows, calibrated)
        _judge_steps(times, rows, gpu, not_run)

    retry_once(measure)


def _take_turns(adapters, rng, gpu, model, own, rows, calibrated):
    """Return the seconds of steps, the harness's and the submission's in turns; check these.

    Each turn begins with the same parameters: training on such targets may diverge.
    """
    before, lr, allowed = calibrated
    clock = HostClock(gpu.synchronize)
    times = {key: [] for key in ("own few", "own", "few", "all", "of rounding")}
    began = clock.mark()
    for turn in range(STEP_ROUNDS + 1):
        if turn > LEAST_ROUNDS and clock.between(began, clock.mark()) > ENOUGH:
            break
        few, batch = _batch(rng, gpu, FEW_ROWS), _batch(rng, gpu, rows)
        for key, data in (("own few", few), ("own", batch)):
            _load(own, before)
            optimizer = torch.optim.SGD(own.parameters(), lr=lr)
            start = clock.mark()
            own_loss = mixed_precision_step(own, *data, optimizer, torch.bfloat16)
            times[key].append(clock.between(start, clock.mark()))
        for key, data in (("few", few), ("all", batch)):
            _load(model, before)
            seen = _step(adapters, model, *data, lr)
            times[key].append(seen.seconds)
        pairs = (seen.value, _updates(model, before)), (own_loss, _updates(own, before))
        names = [name for name, _ in model.named_parameters()]
        times["of rounding"].append(_check_step(*pairs, names, allowed))
        if turn == 0:
            times = {key: [] for key in times}  # a first turn warms up
    return times


def _rows_that_fit(gpu):
    rows = ROWS
    while rows > LEAST_ROWS and too_little_memory_reason(gpu, _needed(rows)):
        rows //= 2
    return rows


def _needed(rows):
    return rows * WIDTH * DEPTH * STEP_BYTES


def _tower(seed):
    """Return a model that uses one square layer many times: much work, few parameters."""
    generator = torch.Generator().manual_seed(seed)
    first, hidden, last = nn.Linear(16, WIDTH), nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 16)
    with torch.no_grad():
        for layer in (first, hidden, last):
            std = math.sqrt(2 / layer.in_features)
            layer.weight.copy_(std * torch.randn(layer.weight.shape, generator=generator))
            layer.bias.zero_()
        # Orthogonal, so that rows, and halves of a batch, stay different after many layers.
        hidden.weight.copy_(math.sqrt(2) * torch.linalg.qr(hidden.weight)[0])
    return nn.Sequential(first, nn.ReLU(), *([hidden, nn.ReLU()] * DEPTH), last)


def _batch(rng, gpu, rows):
    """Targets whose rows differ by orders of magnitude, so that each subset has its own mean.

    They are so large that this mean is not lost in the mean of the model's own output.
    """
    inputs, targets = rng.normal(rows + 15), rng.normal(rows + 15)
    targets *= 10 * torch.exp(2 * rng.normal(rows + 15))
    return tuple(windows(sequence.to(gpu.device), 16) for sequence in (inputs, targets))


def _load(model, values):
    with torch.no_grad():
        for param, value in zip(model.parameters(), values, strict=True):
            param.copy_(value)


def _step(adapters, model, inputs, targets, lr):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    seen = adapters.observed().run_mixed_precision_step(
        model, inputs, targets, optimizer, torch.bfloat16
    )
    assert_float(seen.value, seen.value, what="the loss")
    return seen


def _calibrate(own, batches):
    """Return the parameters, a learning rate that moves them by 1 %, and what may be rounding.

    That is measured of the loss and of each parameter's update: how far a step in bfloat16 is from
    one in float32, at most, on two batches.
    """
    before = [param.detach().clone() for param in own.parameters()]
    inputs, targets = batches[0]
    loss = nn.functional.mse_loss(own(inputs), targets)
    gradient = torch.autograd.grad(loss, list(own.parameters()))
    lr = 0.01 * _size(before) / _size(gradient)
    del loss, gradient
    rounding = []
    for batch in batches:
        steps = []
        for dtype in (torch.float32, torch.bfloat16):
            _load(own, before)
            optimizer = torch.optim.SGD(own.parameters(), lr=lr)
            loss = mixed_precision_step(own, *batch, optimizer, dtype)
            steps.append((loss, _updates(own, before)))
        rounding.append(_distances(*reversed(steps)))
    allowed = [min(ROUNDINGS * max(seen) + LEAST, MOST) for seen in zip(*rounding, strict=True)]
    return before, lr, allowed


def _size(tensors):
    return math.sqrt(sum(float(tensor.square().sum()) for tensor in tensors))


def _updates(model, before):
    pairs = zip(model.parameters(), before, strict=True)
    return [param.detach() - value for param, value in pairs]


def _distances(actual, expected):
    """Return the distances of two steps: of the losses, then of each parameter's update."""
    (loss, updates), (own_loss, own_updates) = actual, expected
    pairs = zip(updates, own_updates, strict=True)
    return [
        abs(loss - own_loss) / abs(own_loss),
        *(float((update - own).norm() / own.norm()) for update, own in pairs),
    ]


def _check_step(actual, expected, names, allowed):
    """Check the loss and the updates; return the largest share of the allowed distance."""
    loss, *updates = _distances(actual, expected)
    most, *rounding = allowed
    if not loss <= most:
        fail(
            f"the step returned the loss {actual[0]:.6g}; on these inputs it is {expected[0]:.6g}",
            "every row of the batch counts, on a device as on the CPU",
        )
    for name, error, most in zip(names, updates, rounding, strict=True):
        if not error <= most:
            fail(
                f"the update of {name} differs from that of the same step by {error:.1%} of its "
                f"size; rounding to bfloat16 explains {most:.1%}",
                "use the whole batch, these parameters and bfloat16, and finish the work in the "
                "stream where the caller goes on",
            )
    return max(error / most for error, most in zip([loss, *updates], allowed, strict=True))


def _judge_steps(times, rows, gpu, not_run):
    own = per_step(times["own few"], times["own"], 1)
    theirs = per_step(times["few"], times["all"], 1).median
    if reason := unsteady_reason(own, "a mixed-precision step"):
        not_run(reason)
    few = Timing(tuple(times["few"]))
    if few.median > CROSSING or few.spread * few.median > own.median / 4:
        reason = f"calls with {FEW_ROWS} rows take {few.median * 1e3:.0f} ms, give or "
        reason += f"take {few.spread:.0%}; that hides a step of {own.median * 1e3:.0f} ms"
        not_run(Failure(reason, kind=INCONCLUSIVE))
    flops = 6 * (rows - FEW_ROWS) * WIDTH**2 * DEPTH
    if theirs <= 0 or is_impossible(flops / theirs, gpu.name, torch.bfloat16):
        fail(
            f"a step of {rows} rows took {theirs * 1e3:.2f} ms more than one of {FEW_ROWS}: "
            f"faster than {gpu.name} can be",
            "the step must be done when the call returns",
        )
    ratio = theirs / own.median
    if ratio > STEP_LIMIT:
        fail(
            f"the step takes {ratio:.2f} times as long as the same step of the harness, "
            f"{theirs * 1e3:.1f} ms for {own.median * 1e3:.1f} ms; {STEP_LIMIT} is allowed",
            "autocast must be that of the device where the model is, around the forward pass; "
            "and nothing else may copy or wait",
        )
    gpu.record(
        "mixed-precision step",
        torch.bfloat16,
        flops=flops,
        seconds=theirs,
        own=own.median,
        crossing=few.median,
        crossing_spread=few.spread * few.median,
        of_rounding=max(times["of rounding"]),
    )
