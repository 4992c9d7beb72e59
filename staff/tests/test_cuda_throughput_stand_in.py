"""The code of tests/test_cuda_throughput.py on a stand-in for the device, and cheats against it."""

import contextlib
import random

import pytest
import torch
from stand_in import FakeClock, NotRun, StandIn, not_run, reference_adapters

from tests import test_cuda_throughput
from tests.harness import steps
from tests.harness.compare import Mismatch
from tests.harness.conditions import Observation
from tests.harness.cuda import why_not_bfloat16, why_not_enough_memory
from tests.harness.rng import Rng
from tests.harness.timing import Claim


@pytest.fixture
def adapters():
    return reference_adapters()


@pytest.fixture
def rng(request):
    return Rng(0, request.node.name)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(test_cuda_throughput, "SIZE", 256)
    monkeypatch.setattr(test_cuda_throughput, "SECONDS", 0.01)
    monkeypatch.setattr(test_cuda_throughput, "DTYPES", (torch.float32, torch.float64))
    for name, value in {
        "WIDTH": 64,
        "DEPTH": 6,
        "ROWS": 512,
        "LEAST_ROWS": 128,
        "FEW_ROWS": 8,
    }.items():
        monkeypatch.setattr(test_cuda_throughput, name, value)


def test_an_old_or_full_device_is_named():
    old = StandIn(capability=(7, 5), name="Tesla T4")
    assert "7.5" in why_not_bfloat16(old) and "8.0" in why_not_bfloat16(old)
    assert why_not_bfloat16(StandIn(capability=(8, 0))) == ""
    assert "1.0 of" not in why_not_enough_memory(StandIn(free=2**30), 2**31)
    assert "has 1.0 GiB" in why_not_enough_memory(StandIn(free=2**30), 2**31)
    assert why_not_enough_memory(StandIn(), 2**31) == ""


@pytest.mark.parametrize("unfit", [StandIn(capability=(7, 5)), StandIn(free=2**10)])
def test_an_unfit_device_is_not_run(small, adapters, rng, unfit):
    with pytest.raises(NotRun):
        test_cuda_throughput.test_matmul_throughput_of_bfloat16_against_float32(
            adapters, rng, unfit, not_run
        )
    unfit.free = min(unfit.free, 2**10)
    with pytest.raises(NotRun):
        test_cuda_throughput.test_mixed_precision_throughput_against_the_same_step(
            adapters, rng, unfit, not_run
        )


@pytest.fixture
def quiet(small, monkeypatch):
    """Few rounds, and no verdict on the noise of the shared machine that this runs on."""
    monkeypatch.setattr(test_cuda_throughput, "ROUNDS", 2)
    monkeypatch.setattr(test_cuda_throughput, "STEP_ROUNDS", 2)
    monkeypatch.setattr(test_cuda_throughput, "why_unsteady", lambda own, what: "")


def test_the_matmul_test_measures_what_it_says(quiet, adapters, rng, monkeypatch):
    claims = []
    monkeypatch.setattr(Claim, "doubt", lambda claim: claims.append(claim))
    with contextlib.suppress(NotRun, Mismatch):
        test_cuda_throughput.test_matmul_throughput_of_bfloat16_against_float32(
            adapters, rng, StandIn(), not_run
        )
    assert {claim.dtype for claim in claims} == {torch.float32, torch.float64}
    assert all(claim.claimed > 0 and claim.own > 0 for claim in claims)  # a shared CPU: no more


class Submission:
    """Adapters of a made-up submission whose times are set by hand, on a clock of their own."""

    def __init__(self, clock, cost, claimed, crossing=0.05):
        self.clock, self.cost, self.claimed, self.crossing = clock, cost, claimed, crossing

    def observed(self):
        return self

    def run_time_matmul(self, a, b, warmup, repeats):
        seconds = self.crossing + (warmup + repeats) * self.cost(a)
        self.clock.now += seconds
        return Observation(result=self.claimed(a), seconds=seconds)


@pytest.mark.parametrize(
    ("cost", "claimed", "failure"),
    [
        (1.05, 1.0, None),
        (1.05, 0.01, "claims"),  # unsynchronized
        (0.0, 1.0, "judge's clock"),  # cached
        (1.05, 1000.0, "judge's clock"),  # milliseconds
        (1 / 64, 1.0, "judge's clock"),  # a smaller problem
    ],
)
def test_the_matmul_test_by_an_injected_clock(small, rng, monkeypatch, cost, claimed, failure):
    seconds = {torch.float32: 2e-4, torch.float64: 2e-3}  # the stand-ins for bf16 and fp32
    said = what_is_said(
        rng,
        monkeypatch,
        seconds,
        cost=lambda a: cost * seconds[a.dtype],
        claimed=lambda a: claimed * seconds[a.dtype],
    )
    assert (said is None) == (failure is None)
    assert failure is None or failure in said


def test_waiting_for_each_launch_is_right_on_a_fast_device_too(small, rng, monkeypatch):
    seconds = {torch.float32: 1e-4, torch.float64: 16e-4}
    waited = lambda a: seconds[a.dtype] + 9e-5  # noqa: E731
    assert what_is_said(rng, monkeypatch, seconds, cost=waited, claimed=waited) is None


def what_is_said(rng, monkeypatch, seconds, cost, claimed):
    """Return why a submission fails whose matmuls cost this, and are claimed to, or None."""
    clock, gpu = FakeClock(), StandIn()
    gpu.clock = clock

    def matmul(a, b):
        clock.now += seconds[a.dtype]

    monkeypatch.setattr(torch, "matmul", matmul)
    try:
        test_cuda_throughput.test_matmul_throughput_of_bfloat16_against_float32(
            Submission(clock, cost, claimed), rng, gpu, not_run
        )
    except Mismatch as error:
        return str(error)
    return None


def test_a_device_that_scatters_is_inconclusive_whatever_the_submission_claims(
    small, rng, monkeypatch
):
    clock, noise = FakeClock(), random.Random(3)

    def matmul(a, b):
        clock.now += 2e-4 * noise.choice([1, 1, 3, 9]) * noise.uniform(0.5, 2)

    gpu = StandIn()
    gpu.clock = clock
    monkeypatch.setattr(torch, "matmul", matmul)
    submission = Submission(clock, cost=lambda a: 2e-4, claimed=lambda a: 1e-9)
    with pytest.raises(NotRun, match="inconclusive"):
        test_cuda_throughput.test_matmul_throughput_of_bfloat16_against_float32(
            submission, rng, gpu, not_run
        )


def test_the_trace_of_a_matmul_shows_the_whole_product(small, adapters, rng):
    for dtype in (torch.float32, torch.bfloat16):
        test_cuda_throughput.test_matmul_throughput_times_the_whole_product(
            adapters, rng, StandIn(), not_run, dtype
        )


def test_the_reference_takes_the_step(quiet, adapters, rng, monkeypatch):
    measured = []
    monkeypatch.setattr(test_cuda_throughput, "_judge_steps", lambda *args: measured.append(args))
    gpu, released = StandIn(), []
    gpu.release = lambda: released.append(list(measured))
    test_cuda_throughput.test_mixed_precision_throughput_against_the_same_step(
        adapters, rng, gpu, not_run
    )
    assert released == [[]]
    assert {key: len(times) for key, times in measured[0][0].items()} == {
        "own few": 2,
        "own": 2,
        "few": 2,
        "all": 2,
    }


class Cheat:
    """Adapters whose mixed-precision step is another one."""

    def __init__(self, step):
        self._step = step

    def observed(self):
        return self

    def run_mixed_precision_step(self, model, inputs, targets, optimizer, dtype):
        return Observation(result=self._step(model, inputs, targets, optimizer, dtype), seconds=0.1)


def _half_batch(model, inputs, targets, optimizer, dtype):
    half = len(inputs) // 2
    return steps.mixed_precision_step(model, inputs[:half], targets[:half], optimizer, dtype)


def _coarse(model, inputs, targets, optimizer, dtype):
    """Round what enters to float8, as a cheat in lower precision than asked would."""
    coarse = inputs.to(torch.float8_e4m3fn).float()
    with torch.no_grad():
        kept = [param.clone() for param in model.parameters()]
        for param in model.parameters():
            param.copy_(param.to(torch.float8_e4m3fn).float())
    loss = steps.mixed_precision_step(model, coarse, targets, optimizer, dtype)
    with torch.no_grad():
        for param, value in zip(model.parameters(), kept, strict=True):
            param.add_(value - value.to(torch.float8_e4m3fn).float())
    return loss


def _nothing(model, inputs, targets, optimizer, dtype):
    with torch.no_grad():
        return torch.nn.functional.mse_loss(model(inputs), targets).item()


@pytest.mark.parametrize("step", [_half_batch, _coarse, _nothing])
def test_a_step_that_does_less_is_found_by_its_update(small, rng, step):
    with pytest.raises(Mismatch):
        test_cuda_throughput.test_mixed_precision_throughput_against_the_same_step(
            Cheat(step), rng, StandIn(), not_run
        )


def test_slow_steps_fail_and_hidden_ones_are_inconclusive():
    own = {"own few": [0.001] * 7, "own": [0.051] * 7}

    def judge(crossing, step, jitter=0.0, own=own):
        few = [crossing + jitter * (turn % 2) for turn in range(7)]
        times = {**own, "few": few, "all": [crossing + step] * 7}
        test_cuda_throughput._judge_steps(times, 131072, StandIn(name="NVIDIA H200"), not_run)

    judge(0.08, 0.05)
    judge(0.08, 0.06, jitter=0.01)
    for slow, words in ((0.4, "times as long"), (0.0, "faster than"), (0.001, "faster than")):
        with pytest.raises(Mismatch, match=words):
            judge(0.08, slow)
    # Padded, to hide all but 0.05 s of a step of 0.3 s, or too noisy.
    for crossing, jitter in ((0.02 + 0.25, 0.0), (0.08, 0.03)):
        with pytest.raises(NotRun):
            judge(crossing, 0.05, jitter)
    shaky = {"own few": [0.001] * 7, "own": [0.01, 0.02, 0.03, 0.01, 0.05, 0.02, 0.01]}
    with pytest.raises(NotRun):
        judge(0.08, 0.3, own=shaky)


def test_the_batch_shrinks_to_what_the_device_holds():
    full = test_cuda_throughput._rows_that_fit(StandIn())
    half = test_cuda_throughput._rows_that_fit(StandIn(free=22 * 2**30))  # 24 GiB, less contexts
    least = test_cuda_throughput._rows_that_fit(StandIn(free=2**20))
    assert (full, half, least) == (131072, 65536, 16384)


def test_matrices_cross_as_short_sequences(rng):
    a, _ = test_cuda_throughput._matrices(rng, StandIn(), torch.bfloat16, 4096)
    assert a.shape == (4096, 4096)
    assert a.untyped_storage().nbytes() == 2 * 8191
