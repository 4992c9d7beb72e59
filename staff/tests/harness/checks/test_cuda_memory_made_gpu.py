"""The code of the CUDA tests of memory and of batches on a made GPU."""

import contextlib
import json
from types import SimpleNamespace

import pytest
import torch
from support.made_gpu import MadeGpu, NotRun, adapters_of, not_run, reference_adapters
from support.points import ON_CUDA
from support.suite_runs import run_pytest

from cs336_staff.paths import ROOT, SOLUTION
from tests import (
    test_cuda_data,
    test_cuda_memory,
    test_cuda_mixed_precision,
    test_cuda_throughput,
)
from tests.harness.checks import gpu as gpu_checks
from tests.harness.plugin.failure import INCONCLUSIVE, NO_DEVICE, Failure, Mismatch
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import FAILED, NOT_RUN, PASSED, Scores, TestRecord
from tests.harness.runtime.conditions import Observation
from tests.harness.runtime.trace import Trace


@pytest.fixture
def adapters():
    return reference_adapters()


class Counter(MadeGpu):
    """A made GPU whose allocator counts live storages by the model."""

    def __init__(self):
        super().__init__()
        self.tracer = None

    def allocated(self):
        return self.tracer.storages.all.live


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("optimizer", test_cuda_memory.OPTIMIZERS)
def test_memory_deltas_of_a_training_step_by_the_model(adapters, rng, optimizer, precision):
    with_model(
        lambda gpu: test_cuda_memory.test_memory_deltas_of_a_training_step(
            adapters, rng, gpu, not_run, optimizer, precision
        )
    )


def test_memory_deltas_of_tensors_by_the_model(adapters, rng):
    with_model(
        lambda gpu: test_cuda_memory.test_memory_deltas_of_two_matrices(adapters, gpu, not_run)
    )
    with_model(
        lambda gpu: test_cuda_memory.test_memory_deltas_of_tensors_of_any_size(
            adapters, rng, gpu, not_run
        )
    )


def with_model(call):
    gpu = Counter()
    gpu.tracer = gpu_checks.Tracer()
    with gpu.tracer:
        call(gpu)


@pytest.fixture
def counted_peak(monkeypatch):
    monkeypatch.setattr(test_cuda_memory, "_peak", lambda trace: trace.peak_bytes)


def test_checkpointing_passes_by_the_model(counted_peak, adapters, rng):
    test_cuda_memory.test_checkpointed_peak_is_lower(adapters, rng, MadeGpu(), not_run)


class OtherPass:
    """Adapters with another run_checkpointed_forward, under the same trace."""

    def __init__(self, run, trace=False):
        self._run, self._trace = run, trace

    def observed(self, trace):
        return OtherPass(self._run, trace)

    def run_checkpointed_forward(self, *args):
        tracer = gpu_checks.Tracer(args)
        with tracer if self._trace else contextlib.nullcontext():
            result = self._run(*args)
        return Observation(result=result, trace=tracer.trace) if self._trace else result


def _plain(layers, x, gradient):
    return gpu_checks.forward_and_backward(layers, x, gradient, checkpointed=False)


def _whole_chain(layers, x, gradient):
    whole = torch.nn.Sequential(layers)
    return gpu_checks.forward_and_backward(whole, x, gradient, checkpointed=True)


@pytest.mark.parametrize(
    ("run", "words"), [(_plain, "ran 24 times"), (_whole_chain, "the peak is")]
)
def test_what_lowers_no_peak_fails(counted_peak, rng, run, words):
    with pytest.raises(Mismatch, match=words):
        test_cuda_memory.test_checkpointed_peak_is_lower(OtherPass(run), rng, MadeGpu(), not_run)


def test_a_batch_is_checked_for_windows(adapters, rng):
    dataset = rng.tokens(test_cuda_data.TOKENS)
    sizes = (test_cuda_data.BATCH, test_cuda_data.CONTEXT)
    x, y = adapters.run_get_batch(dataset, *sizes, "cpu")
    test_cuda_data._check_batch((x, y), dataset, MadeGpu())
    with pytest.raises(Mismatch, match="moved on by one"):
        test_cuda_data._check_batch((x, x), dataset, MadeGpu())
    spoiled = x.clone()
    spoiled[3, 500:] = 0
    late = torch.cat([spoiled[:, 1:], y[:, -1:]], dim=1)
    with pytest.raises(Mismatch, match="no window"):
        test_cuda_data._check_batch((spoiled, late), dataset, MadeGpu())


class BesideWork:
    """Adapters whose get_batch returns before the device's other work is done, or after it."""

    def __init__(self, adapters, returned):
        self.run_get_batch, self.returned = adapters.run_get_batch, list(returned)

    def observed(self, trace, busy_seconds):
        def run(*args):
            seen = Trace(cuda={"busy": self.returned.pop(0)})
            return Observation(result=self.run_get_batch(*args), trace=seen)

        return SimpleNamespace(run_get_batch=run)


@pytest.mark.parametrize(
    ("returned", "pinned", "failure"),
    [
        ([0, 1, 0], False, None),
        ([0, 0, 0], False, pytest.raises(NotRun, match="inconclusive")),
        ([0, 0, 0], True, pytest.raises(Mismatch, match=r"no copy that blocks; .* contiguous")),
    ],
)
def test_a_batch_that_waits_for_the_device_fails_where_a_pinned_copy_does_not_wait(
    adapters, rng, monkeypatch, returned, pinned, failure
):
    returns = {"pinned": pinned, "pageable": False}
    copies = lambda gpu, memory, seconds: returns[memory]  # noqa: E731
    monkeypatch.setattr(test_cuda_data, "batch_returns_while_busy", copies)
    with failure or contextlib.nullcontext():
        test_cuda_data.test_asynchronous_copy_does_not_wait_for_the_device(
            BesideWork(adapters, returned), rng, MadeGpu(), not_run
        )


def test_a_stub_is_to_do_before_anything_is_measured(rng):
    stubs, gpu = adapters_of(ROOT), MadeGpu(capability=(7, 5), free=0)
    memory, throughput, data = test_cuda_memory, test_cuda_throughput, test_cuda_data
    steps = test_cuda_mixed_precision
    for call in (
        lambda: memory.test_memory_deltas_of_two_matrices(stubs, gpu, not_run),
        lambda: memory.test_memory_deltas_of_tensors_of_any_size(stubs, rng, gpu, not_run),
        lambda: memory.test_memory_deltas_of_a_training_step(
            stubs, rng, gpu, not_run, "adam", "float32"
        ),
        lambda: memory.test_checkpointed_peak_is_lower(stubs, rng, gpu, not_run),
        lambda: throughput.test_matmul_throughput_of_bfloat16_against_float32(
            stubs, rng, gpu, not_run
        ),
        lambda: throughput.test_matmul_throughput_times_the_whole_product(
            stubs, rng, gpu, not_run, torch.bfloat16
        ),
        lambda: steps.test_mixed_precision_throughput_against_the_same_step(
            stubs, rng, gpu, not_run
        ),
        lambda: data.test_asynchronous_copy_comes_from_pinned_memory(stubs, rng, gpu),
        lambda: data.test_asynchronous_copy_does_not_wait_for_the_device(stubs, rng, gpu, not_run),
    ):
        with pytest.raises(NotImplementedError, match="see handout §"):
            call()


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
def test_without_a_device_all_is_not_run_and_the_exit_code_says_so(tmp_path):
    scores = tmp_path / "scores.json"
    arguments = ["-m", "cuda", f"--scores={scores}", "--setup-show"]
    done = run_pytest(*arguments, f"--submission={SOLUTION}")
    assert done.returncode == 5  # neither a pass, 0, nor a fail, 1
    assert f"not run, {ON_CUDA} points apart" in done.stdout
    written = json.loads(scores.read_text())
    assert (written["points"], written["possible"], written["not_run"]) == (0, 0, ON_CUDA)
    assert {row["status"] for row in written["problems"]} == {"not run"}
    assert {row["failure"]["kind"] for row in written["problems"]} == {NO_DEVICE}
    assert "SETUP" not in done.stdout  # no input was built


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
def test_a_device_that_is_listed_and_cannot_be_used_is_not_the_students_fault(tmp_path):
    scores = tmp_path / "scores.json"
    (tmp_path / "listed.py").write_text("import torch\n\ntorch.cuda.is_available = lambda: True\n")
    arguments = ["-p", "listed", "-m", "cuda", f"--scores={scores}", f"--submission={SOLUTION}"]
    done = run_pytest(*arguments, f"-opythonpath={tmp_path}")
    assert done.returncode == 5, done.stdout + done.stderr
    written = json.loads(scores.read_text())
    assert (written["points"], written["possible"], written["not_run"]) == (0, 0, ON_CUDA)
    for row in written["problems"]:
        assert row["failure"]["kind"] == NO_DEVICE
        assert row["failure"]["message"].endswith("; nvidia-smi shows its state, and who uses it")


def test_a_measurement_that_was_not_made_earns_nothing():
    problem = load_problems()["matmul_throughput"]
    tests = [
        TestRecord("a", problem.id, PASSED),
        TestRecord("b", problem.id, NOT_RUN, Failure("noise", kind=INCONCLUSIVE)),
    ]
    (row,) = Scores.of({problem.id: problem}, tests).problems
    assert (row.status, row.points, row.text) == (NOT_RUN, 0, "inconclusive: noise")
    tests[0].outcome = FAILED
    assert row.status == FAILED
