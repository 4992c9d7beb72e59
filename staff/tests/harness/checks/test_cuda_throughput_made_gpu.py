"""The code of tests/test_cuda_throughput.py on a made GPU, and cheats against it."""

import contextlib
import itertools
import random

import pytest
import torch
from support.made_gpu import FakeClock, MadeGpu, NotRun, not_run, reference_adapters

from tests import test_cuda_throughput
from tests.harness.checks.gpu import no_bfloat16_reason, too_little_memory_reason
from tests.harness.checks.timing import Claim
from tests.harness.plugin.failure import Mismatch
from tests.harness.runtime.conditions import Observation


@pytest.fixture
def adapters():
    return reference_adapters()


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(test_cuda_throughput, "SIZE", 256)
    monkeypatch.setattr(test_cuda_throughput, "SECONDS", 0.01)
    monkeypatch.setattr(test_cuda_throughput, "DTYPES", (torch.float32, torch.float64))


def test_an_old_or_full_device_is_named():
    old = MadeGpu(capability=(7, 5), name="Tesla T4")
    assert "7.5" in no_bfloat16_reason(old) and "8.0" in no_bfloat16_reason(old)
    assert no_bfloat16_reason(MadeGpu(capability=(8, 0))) == ""
    assert "1.0 of" not in too_little_memory_reason(MadeGpu(free=2**30), 2**31)
    assert "has 1.0 GiB" in too_little_memory_reason(MadeGpu(free=2**30), 2**31)
    assert too_little_memory_reason(MadeGpu(), 2**31) == ""


@pytest.mark.parametrize("unfit", [MadeGpu(capability=(7, 5)), MadeGpu(free=2**10)])
def test_an_unfit_device_is_not_run(small, adapters, rng, unfit):
    with pytest.raises(NotRun):
        test_cuda_throughput.test_matmul_throughput_of_bfloat16_against_float32(
            adapters, rng, unfit, not_run
        )


@pytest.fixture
def quiet(small, monkeypatch):
    """Use few rounds, and ignore the noise of this machine."""
    monkeypatch.setattr(test_cuda_throughput, "ROUNDS", 2)
    monkeypatch.setattr(test_cuda_throughput, "unsteady_reason", lambda own, what: None)


def test_the_matmul_test_measures_what_it_says(quiet, adapters, rng, monkeypatch):
    claims = []
    monkeypatch.setattr(Claim, "implausibility", lambda claim: claims.append(claim))
    with contextlib.suppress(NotRun, Mismatch):
        test_cuda_throughput.test_matmul_throughput_of_bfloat16_against_float32(
            adapters, rng, MadeGpu(), not_run
        )
    assert {claim.dtype for claim in claims} == {torch.float32, torch.float64}
    assert all(claim.claimed > 0 and claim.own > 0 for claim in claims)  # a shared CPU: no more


class Submission:
    """Adapters of a made-up submission whose times are set by hand, with their own clock."""

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
    seconds = {torch.float32: 2e-4, torch.float64: 2e-3}  # in the places of bf16 and fp32
    message = judge_claims(
        rng,
        monkeypatch,
        seconds,
        cost=lambda a: cost * seconds[a.dtype],
        claimed=lambda a: claimed * seconds[a.dtype],
    )
    assert (message is None) == (failure is None)
    assert failure is None or failure in message


def test_waiting_for_each_launch_is_right_on_a_fast_device_too(small, rng, monkeypatch):
    seconds = {torch.float32: 1e-4, torch.float64: 16e-4}
    waited = lambda a: seconds[a.dtype] + 9e-5  # noqa: E731
    assert judge_claims(rng, monkeypatch, seconds, cost=waited, claimed=waited) is None


def test_noise_that_comes_once_costs_nothing(small, rng, monkeypatch):
    seconds, calls = {torch.float32: 2e-4, torch.float64: 2e-3}, itertools.count()
    held_up = lambda a: seconds[a.dtype] * (3 if next(calls) < 11 else 1)  # noqa: E731
    cost = lambda a: seconds[a.dtype]  # noqa: E731
    assert judge_claims(rng, monkeypatch, seconds, cost=cost, claimed=held_up) is None
    assert next(calls) == 1 + 2 * 2 * 10  # a stub's, then both dtypes twice


def judge_claims(rng, monkeypatch, seconds, cost, claimed):
    """Return why a submission with these costs and claims fails; None if it passes."""
    clock, gpu = FakeClock(), MadeGpu()
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

    gpu = MadeGpu()
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
            adapters, rng, MadeGpu(), not_run, dtype
        )


def test_matrices_cross_as_short_sequences(rng):
    a, _ = test_cuda_throughput._matrices(rng, MadeGpu(), torch.bfloat16, 4096)
    assert a.shape == (4096, 4096)
    assert a.untyped_storage().nbytes() == 2 * 8191
