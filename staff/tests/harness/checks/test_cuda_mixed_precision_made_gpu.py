"""The code of tests/test_cuda_mixed_precision.py on a made GPU, and cheats."""

import pytest
import torch
from support.made_gpu import MadeGpu, NotRun, not_run, reference_adapters

from tests import test_cuda_mixed_precision
from tests.harness.checks import gpu as gpu_checks
from tests.harness.plugin.failure import Mismatch
from tests.harness.runtime.conditions import Observation


@pytest.fixture
def small(monkeypatch):
    sizes = {"WIDTH": 64, "DEPTH": 6, "ROWS": 512, "LEAST_ROWS": 128, "FEW_ROWS": 8}
    for name, value in {**sizes, "STEP_ROUNDS": 2}.items():
        monkeypatch.setattr(test_cuda_mixed_precision, name, value)


@pytest.fixture
def of_a_device(monkeypatch):
    """Use the sizes for a device, even if those for a slow one are installed."""
    sizes = {"WIDTH": 1024, "DEPTH": 12, "ROWS": 262144, "LEAST_ROWS": 32768, "FEW_ROWS": 64}
    for name, value in sizes.items():
        monkeypatch.setattr(test_cuda_mixed_precision, name, value)


@pytest.mark.parametrize("unfit", [MadeGpu(capability=(7, 5)), MadeGpu(free=2**10)])
def test_an_unfit_device_is_not_run(small, rng, unfit):
    with pytest.raises(NotRun):
        test_cuda_mixed_precision.test_mixed_precision_throughput_against_the_same_step(
            reference_adapters(), rng, unfit, not_run
        )


def test_the_reference_takes_the_step(small, rng, monkeypatch):
    measured = []
    monkeypatch.setattr(
        test_cuda_mixed_precision, "_judge_steps", lambda *args: measured.append(args)
    )
    gpu, released = MadeGpu(), []
    gpu.release = lambda: released.append(list(measured))
    test_cuda_mixed_precision.test_mixed_precision_throughput_against_the_same_step(
        reference_adapters(), rng, gpu, not_run
    )
    assert released == [[]]
    assert {key: len(times) for key, times in measured[0][0].items()} == {
        "own few": 2,
        "own": 2,
        "few": 2,
        "all": 2,
        "of rounding": 2,
    }


class Cheat:
    """Adapters with another mixed-precision step."""

    def __init__(self, step):
        self._step = step

    def observed(self):
        return self

    def run_mixed_precision_step(self, model, inputs, targets, optimizer, dtype):
        return Observation(result=self._step(model, inputs, targets, optimizer, dtype), seconds=0.1)


def test_every_step_begins_with_the_same_parameters(small, rng, monkeypatch):
    """A model that trains on from turn to turn diverges with some seeds, the reference's too."""
    starts = []

    def step(model, *arguments):
        starts.append(torch.nn.utils.parameters_to_vector(model.parameters()).detach().clone())
        return gpu_checks.mixed_precision_step(model, *arguments)

    monkeypatch.setattr(test_cuda_mixed_precision, "_judge_steps", lambda *args: None)
    test_cuda_mixed_precision.test_mixed_precision_throughput_against_the_same_step(
        Cheat(step), rng, MadeGpu(), not_run
    )
    first, *others = starts[1:]  # the first call of all tells a stub
    assert len(others) == 5
    assert all(torch.equal(start, first) for start in others)


def _half_batch(model, inputs, targets, optimizer, dtype):
    half = len(inputs) // 2
    return gpu_checks.mixed_precision_step(model, inputs[:half], targets[:half], optimizer, dtype)


def _coarse(model, inputs, targets, optimizer, dtype):
    """Round inputs to float8, as a cheat in lower precision would."""
    coarse = inputs.to(torch.float8_e4m3fn).float()
    with torch.no_grad():
        kept = [param.clone() for param in model.parameters()]
        for param in model.parameters():
            param.copy_(param.to(torch.float8_e4m3fn).float())
    loss = gpu_checks.mixed_precision_step(model, coarse, targets, optimizer, dtype)
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
        test_cuda_mixed_precision.test_mixed_precision_throughput_against_the_same_step(
            Cheat(step), rng, MadeGpu(), not_run
        )


def test_slow_steps_fail_and_hidden_ones_are_inconclusive(of_a_device):
    own = {"own few": [0.001] * 7, "own": [0.051] * 7, "of rounding": [0.1, 0.3, 0.2]}
    gpu = MadeGpu(name="NVIDIA H200")

    def judge(crossing, step, jitter=0.0, own=own):
        few = [crossing + jitter * (turn % 2) for turn in range(7)]
        times = {**own, "few": few, "all": [crossing + step] * 7}
        test_cuda_mixed_precision._judge_steps(times, 262144, gpu, not_run)

    judge(0.08, 0.05)
    judge(0.08, 0.06, jitter=0.01)
    kept = [[row.seconds, row.own, row.more["crossing"]] for row in gpu.measured]
    assert kept == [pytest.approx([0.05, 0.05, 0.08]), pytest.approx([0.055, 0.05, 0.08], rel=0.2)]
    assert [row.more["of_rounding"] for row in gpu.measured] == [0.3, 0.3]
    assert gpu.measured[0].more["crossing_spread"] == 0 < gpu.measured[1].more["crossing_spread"]
    for slow, words in ((0.4, "times as long"), (0.0, "faster than"), (0.001, "faster than")):
        with pytest.raises(Mismatch, match=words):
            judge(0.08, slow)
    # A crossing padded to hide all but 0.05 s of a step of 0.3 s, or a noisy one.
    for crossing, jitter in ((0.02 + 0.25, 0.0), (0.08, 0.03)):
        with pytest.raises(NotRun):
            judge(crossing, 0.05, jitter)
    shaky = {"own few": [0.001] * 7, "own": [0.01, 0.02, 0.03, 0.01, 0.05, 0.02, 0.01]}
    with pytest.raises(NotRun):
        judge(0.08, 0.3, own=shaky)
    assert len(gpu.measured) == 2  # what failed, or was doubtful, is not kept


def test_the_room_for_rounding_is_taken_up_by_the_loss_or_the_worst_update():
    def check(loss, update):
        actual, expected = (loss, [torch.tensor([update])]), (1.0, [torch.tensor([1.0])])
        return test_cuda_mixed_precision._check_step(actual, expected, ["w"], [0.1, 0.4])

    assert check(1.0, 1.0) == 0
    assert check(1.05, 1.1) == pytest.approx(0.5)
    assert check(1.01, 1.3) == pytest.approx(0.75)


def test_the_batch_shrinks_to_what_the_device_holds(of_a_device):
    full = test_cuda_mixed_precision._rows_that_fit(MadeGpu())
    half = test_cuda_mixed_precision._rows_that_fit(
        MadeGpu(free=22 * 2**30)
    )  # 24 GiB, less contexts
    least = test_cuda_mixed_precision._rows_that_fit(MadeGpu(free=2**20))
    assert (full, half, least) == (262144, 131072, 32768)
