"""Throughput on a device, by the judge's clock: handout §13.1 and §13.2.

A call crosses to another process, so one call says little of what it does inside. Two calls that
differ in nothing but the work cost the same crossing: their difference is the work's. To keep that
cost small, large matrices are views of short random sequences, in which each row is the one before
it moved on by one; the matmul kernels see them written out.
"""

import math

import pytest
import torch
from torch import nn

from tests.harness.compare import assert_float, fail
from tests.harness.cuda import why_not_bfloat16, why_not_enough_memory
from tests.harness.devices import is_impossible
from tests.harness.steps import mixed_precision_step
from tests.harness.timing import (
    LAUNCH,
    Claim,
    HostClock,
    Timing,
    interleave,
    per_step,
    why_unsteady,
)

SIZE = 4096  # 1024 tiles of 128 × 128: several for each multiprocessor of the largest chips
DTYPES = (torch.bfloat16, torch.float32)
SHORT, SECONDS, ROUNDS = 3, 0.2, 5

WIDTH, DEPTH, ROWS, LEAST_ROWS, FEW_ROWS = 1024, 24, 131072, 16384, 64
# For each number that a hidden layer makes: the harness keeps 3 bytes for its step in bfloat16, and
# beside it, in another process, the submission's takes as many, or 5 where it is one in float32.
STEP_BYTES = 3 + 5
STEP_ROUNDS, STEP_LIMIT = 7, 1.5
# Seconds, some ten times what it takes. What a call waits longer for a few rows hides as much work.
CROSSING = 0.2


@pytest.mark.cuda
@pytest.mark.problem("matmul_throughput")
def test_matmul_throughput_of_bfloat16_against_float32(adapters, rng, gpu, not_run):
    adapters.run_time_matmul(*_matrices(rng, gpu, torch.float32, 64), 1, 1)  # a stub ends here
    if reason := why_not_bfloat16(gpu) or why_not_enough_memory(gpu, 2 * 2**30):
        not_run(reason)
    claims = {dtype: _measure(adapters, rng, gpu, not_run, dtype) for dtype in DTYPES}
    for claim in claims.values():
        if doubt := claim.doubt():
            fail(*doubt)
        moved = 3 * SIZE**2 * claim.dtype.itemsize
        gpu.note(f"{SIZE}³ matmul", claim.dtype, claim.flops, moved, claim.claimed)
    low, full = (claims[dtype] for dtype in DTYPES)
    own = full.own / low.own
    if own < 1.5:
        not_run(f"inconclusive: bf16 is only {own:.2f} times as fast as fp32 on {gpu.name}")
    ratio = full.claimed / max(low.claimed - LAUNCH, low.own)
    if ratio < 0.6 * own:
        fail(
            f"bf16 came out {ratio:.1f} times as fast as fp32; on {gpu.name} it is {own:.1f} times",
            "use the dtypes that a and b have, and time nothing but the product",
        )


def _matrices(rng, gpu, dtype, size):
    generator = torch.Generator(gpu.device).manual_seed(rng.seed())
    options = {"generator": generator, "device": gpu.device, "dtype": dtype}
    return [_windows(torch.randn(2 * size - 1, **options), size) for _ in range(2)]


def _windows(sequence, columns):
    """Return the matrix of all windows: much to compute with, and little to send."""
    return sequence.unfold(0, columns, 1)


def _measure(adapters, rng, gpu, not_run, dtype):
    """Return a Claim: medians over rounds in which the harness and the submission take turns."""
    sets = [_matrices(rng, gpu, dtype, SIZE) for _ in range(3)]
    generator = torch.Generator(gpu.device).manual_seed(rng.seed())

    def refill(turn):
        for matrix in sets[turn % 3]:
            matrix._base.normal_(generator=generator)

    def own_turns(count):
        def matmul(turn):
            torch.matmul(*sets[turn % 3])

        gpu.multiply_plainly()
        options = {"rounds": count, "warmup": 2, "prepare": refill, "flush": gpu.flush}
        return interleave({"own": matmul}, gpu.clock, **options)["own"]

    steps = min(2000, max(20, math.ceil(SECONDS / own_turns(5).median)))
    own, short, long, claimed = [], [], [], []
    for turn in range(ROUNDS):
        refill(turn)
        own.append(own_turns(7).median)
        a, b = sets[turn % 3]
        few = adapters.observed().run_time_matmul(a, b, 2, SHORT)
        assert_float(few.value, few.value, what="seconds")
        spent = few.seconds / (2 + SHORT)
        first = Claim(float(few.value), spent, own[-1], 2 * SIZE**3, gpu.name, dtype)
        if few.value > 20 * own[-1] and (doubt := first.doubt()):
            fail(*doubt)  # so slow, or so wrong, that many more would take minutes
        many = adapters.observed().run_time_matmul(a, b, 2, SHORT + steps)
        assert_float(many.value, many.value, what="seconds")
        short.append(few.seconds)
        long.append(many.seconds)
        claimed.append(float(many.value))
    if reason := why_unsteady(Timing(tuple(own)), f"a {SIZE}³ matmul in {dtype}"):
        not_run(reason)
    return Claim(
        claimed=Timing(tuple(claimed)).median,
        spent=per_step(short, long, steps).median,
        own=Timing(tuple(own)).median,
        flops=2 * SIZE**3,
        device=gpu.name,
        dtype=dtype,
    )


@pytest.mark.cuda
@pytest.mark.problem("matmul_throughput")
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_matmul_throughput_times_the_whole_product(adapters, rng, gpu, not_run, dtype):
    a, b = _matrices(rng, gpu, dtype, 512)
    adapters.run_time_matmul(a, b, 1, 1)
    if dtype is torch.bfloat16 and (reason := why_not_bfloat16(gpu)):
        not_run(reason)
    seen = adapters.observed(trace=True).run_time_matmul(a, b, 2, 5)
    assert_float(seen.value, seen.value, what="seconds")
    name = str(dtype).removeprefix("torch.")
    whole = [
        op
        for op in seen.trace.matmuls
        if op.flops == 2 * 512**3
        and set(op.input_dtypes) == {name}
        and op.devices == [str(a.device)]
    ]
    if len(whole) < 7:
        fail(
            f"2 matmuls to warm up and 5 to time of 512 × 512 {name} matrices on {a.device}: the "
            f"trace saw {len(whole)} of that size, dtype and device",
            "every repeat multiplies a and b as they are: all of them, there, in their dtype",
        )


@pytest.mark.cuda
@pytest.mark.problem("mixed_precision_throughput")
def test_mixed_precision_throughput_against_the_same_step(adapters, rng, gpu, not_run):
    model, own = (_tower(rng.seed()).to(gpu.device) for _ in range(2))
    _step(adapters, model, *_batch(rng, gpu, FEW_ROWS), 0.0)  # a stub ends here
    rows = _rows_that_fit(gpu)
    if reason := why_not_bfloat16(gpu) or why_not_enough_memory(gpu, _needed(rows)):
        not_run(reason)
    lr, allowed = _calibrate(own, *_batch(rng, gpu, rows))
    gpu.release()  # what a float32 step took: the submission's process needs it
    clock = HostClock(gpu.synchronize)
    times = {key: [] for key in ("own few", "own", "few", "all")}
    for turn in range(STEP_ROUNDS + 1):
        few, batch = _batch(rng, gpu, FEW_ROWS), _batch(rng, gpu, rows)
        before = [param.detach().clone() for param in own.parameters()]
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
        _check_step(seen.value, own_loss, model, own, before, allowed)
        if turn == 0:
            times = {key: [] for key in times}  # a first turn warms up
    _judge_steps(times, rows, gpu, not_run)


def _rows_that_fit(gpu):
    rows = ROWS
    while rows > LEAST_ROWS and why_not_enough_memory(gpu, _needed(rows)):
        rows //= 2
    return rows


def _needed(rows):
    return rows * WIDTH * DEPTH * STEP_BYTES


def _tower(seed):
    """One square layer, used many times: much work, and few parameters to cross with."""
    generator = torch.Generator().manual_seed(seed)
    first, hidden, last = nn.Linear(16, WIDTH), nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 16)
    with torch.no_grad():
        for layer in (first, hidden, last):
            std = math.sqrt(2 / layer.in_features)
            layer.weight.copy_(std * torch.randn(layer.weight.shape, generator=generator))
            layer.bias.zero_()
    return nn.Sequential(first, nn.ReLU(), *([hidden, nn.ReLU()] * DEPTH), last)


def _batch(rng, gpu, rows):
    """Targets whose rows differ by orders of magnitude, so that each subset has its own mean."""
    inputs, targets = rng.normal(rows + 15), rng.normal(rows + 15)
    targets *= torch.exp(2 * rng.normal(rows + 15))
    return tuple(_windows(sequence.to(gpu.device), 16) for sequence in (inputs, targets))


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


def _calibrate(own, inputs, targets):
    """Return a learning rate that moves parameters by 1 %, and what bfloat16 rounding amounts to.

    That is the distance between the updates of a float32 step and a bfloat16 one.
    """
    before = [param.detach().clone() for param in own.parameters()]
    size = math.sqrt(sum(float(value.square().sum()) for value in before))
    loss = nn.functional.mse_loss(own(inputs), targets)
    gradient = torch.autograd.grad(loss, list(own.parameters()))
    lr = 0.01 * size / math.sqrt(sum(float(value.square().sum()) for value in gradient))
    updates = []
    for dtype in (torch.float32, torch.bfloat16):
        _load(own, before)
        optimizer = torch.optim.SGD(own.parameters(), lr=lr)
        mixed_precision_step(own, inputs, targets, optimizer, dtype)
        updates.append(_update(own, before))
    _load(own, before)
    exact, rounded = updates
    return lr, 4 * float((rounded - exact).norm() / exact.norm()) + 1e-3


def _update(model, before):
    pairs = zip(model.parameters(), before, strict=True)
    return torch.cat([(param.detach() - value).flatten() for param, value in pairs])


def _check_step(loss, own_loss, model, own, before, allowed):
    if not abs(loss - own_loss) <= allowed * abs(own_loss):
        fail(
            f"the step returned the loss {loss:.6g}; on these inputs it is {own_loss:.6g}",
            "every row of the batch counts, on a device as on the CPU",
        )
    expected, actual = _update(own, before), _update(model, before)
    error = float((actual - expected).norm() / expected.norm())
    if not error <= allowed:
        fail(
            f"the update differs from that of the same step by {error:.1%} of its size; rounding "
            f"to bfloat16 explains {allowed:.1%}",
            "use the whole batch, these parameters and bfloat16, and finish the work in the "
            "stream where the caller goes on",
        )


def _judge_steps(times, rows, gpu, not_run):
    own = per_step(times["own few"], times["own"], 1)
    theirs = per_step(times["few"], times["all"], 1).median
    if reason := why_unsteady(own, "a mixed-precision step"):
        not_run(reason)
    few = Timing(tuple(times["few"]))
    if few.median > CROSSING or few.spread * few.median > own.median / 4:
        not_run(
            f"inconclusive: calls with {FEW_ROWS} rows take {few.median * 1e3:.0f} ms, give or "
            f"take {few.spread:.0%}; that hides a step of {own.median * 1e3:.0f} ms"
        )
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
