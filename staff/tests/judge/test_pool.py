"""Judges for a class; with GPUs, one judge for each GPU."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch
from support.points import ON_CPU, ON_CUDA

from cs336_staff.audit import command as audit_command
from cs336_staff.grading.submission import grade_submission
from cs336_staff.judge import JudgeFailed, JudgeSettings
from cs336_staff.judge import pool as judges
from cs336_staff.judge.host import server
from cs336_staff.paths import SOLUTION
from cs336_staff.results.verdict import Verdict
from tests.harness.plugin.failure import Failure
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import Scores, TestRecord


class GpuJudge:
    """A Judge that records where it ran and what."""

    def __init__(self, settings, gpus):
        self.settings, self.where = settings, gpus

    def __enter__(self):
        self.busy = False
        return self

    def __exit__(self, *_):
        pass

    def grade(self, submission, problems, shortcut=None, waiting=0):
        assert problems
        assert not (self.where and self.busy), "two submissions on one GPU"
        assert not self.where or self.settings.parts == 1, "two problems on one GPU"
        self.busy = True
        time.sleep(0.05)
        records = [TestRecord(f"t::{id_}", id_, "passed", Failure(self.where)) for id_ in problems]
        self.busy = False
        return Verdict(Scores.of(load_problems(), records), seconds=1.0)


def test_cuda_problems_run_one_submission_to_a_gpu_and_the_others_beside_them(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "2,GPU-77")
    monkeypatch.setattr(judges, "Judge", GpuJudge)
    with (
        judges.make_judges(JudgeSettings(0, require_cuda=True))(7) as judge,
        ThreadPoolExecutor(6) as pool,
    ):
        verdicts = list(pool.map(judge, [Path("x")] * 12, range(12)))
    used = set()
    for verdict in verdicts:
        where = {test.problem: test.text for test in verdict.scores.tests}
        assert {where[id_] for id_, p in load_problems().items() if not p.cuda} == {""}
        used |= {where[id_] for id_, p in load_problems().items() if p.cuda}
        assert verdict.scores.points == ON_CPU + ON_CUDA
    assert used == {"2", "GPU-77"}


def test_an_audit_asks_beside_gpus_what_grading_asks(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    monkeypatch.setattr(judges, "Judge", GpuJudge)
    with audit_command._judging(fast=False, seed=7) as judge:
        for asked in (["mfu"], ["memory_deltas"], ["mfu", "memory_deltas"], ()):
            tests = judge(Path("x"), asked, None).scores.tests
            where = {test.problem: test.text for test in tests}
            assert where.keys() == set(asked or load_problems())
            assert all(bool(where[id_]) == load_problems()[id_].cuda for id_ in where)


@pytest.mark.parametrize(("gpus", "possible"), [("0", ON_CPU + ON_CUDA), ("", ON_CPU)])
def test_one_that_is_refused_lost_what_others_could_earn_here(
    tmp_path, monkeypatch, gpus, possible
):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", gpus)
    results = grade_submission(tmp_path, "ada", lambda _: pytest.fail("it has no adapters.py"), 7)
    assert results.score == 0 and results.max_score == ON_CPU + ON_CUDA
    extra = results.extra_data
    assert (extra.ended, extra.possible) == ("refused", possible)
    assert extra.not_run == ON_CPU + ON_CUDA - possible


def test_no_gpu_is_visible_where_none_is_chosen(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert judges.visible_gpus() == []


GPU_0 = "GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-aa0)"
GPU_1 = "GPU 1: NVIDIA A100-SXM4-40GB (UUID: GPU-aa1)"
SLICES = """\
  MIG 3g.20gb     Device  0: (UUID: MIG-bb0)
  MIG 1g.5gb      Device  1: (UUID: MIG-bb1)"""


@pytest.mark.parametrize(
    ("lines", "gpus"),
    [
        ([], []),
        ([GPU_0, GPU_1], ["0", "1"]),
        ([GPU_0, SLICES], ["MIG-bb0", "MIG-bb1"]),
        ([GPU_0, SLICES, GPU_1], ["MIG-bb0", "MIG-bb1", "GPU-aa1"]),
        ([GPU_0, GPU_1, SLICES], ["GPU-aa0", "MIG-bb0", "MIG-bb1"]),
    ],
)
def test_gpus_are_numbered_unless_one_is_in_slices(monkeypatch, tmp_path, lines, gpus):
    listing = "\n".join(lines)
    (tmp_path / "nvidia-smi").write_text(f"#!/bin/sh\ncat <<'END'\n{listing}\nEND\n")
    (tmp_path / "nvidia-smi").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    assert judges.visible_gpus() == gpus


@pytest.mark.parametrize(("files", "gpus"), [([], []), (["/dev/nvidia0"], ["0", "1"])])
def test_without_nvidia_smi_torch_counts_the_gpus(monkeypatch, tmp_path, files, gpus):
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text(
        "class cuda:\n    device_count = staticmethod(lambda: 2)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    monkeypatch.setattr(judges, "gpu_files", lambda: files)
    assert judges.visible_gpus() == gpus


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
def test_a_judge_that_is_to_have_a_device_does_not_start_without_one():
    with (
        pytest.raises(JudgeFailed, match="--require-cuda: no CUDA device"),
        judges.Judge(JudgeSettings(0, require_cuda=True)),
    ):
        pass


@pytest.mark.parametrize("there", [True, False])
def test_a_judge_starts_a_device_in_a_fork_since_none_could_use_it_afterwards(monkeypatch, there):
    def start(*size, device):
        started.append(device)
        if not there:
            raise RuntimeError("no CUDA-capable device is detected")
        return made(*size)

    made, started = torch.ones, []
    monkeypatch.setattr(torch, "ones", start)
    assert server._device_starts() == there
    assert not started


WITH_GPU_FILES = """
import socket
from cs336_staff.judge.host import server
from cs336_staff.judge.settings import JudgeSettings, SandboxUnavailable

def made(client, settings, gpu):
    print(gpu)
    raise SandboxUnavailable

server.Server, server.gpu_files = made, lambda: ["/dev/zero"]
server._device_starts = lambda: {there}
ours, theirs = socket.socketpair()
server.main(theirs.detach(), JudgeSettings(seed=1))
"""


@pytest.mark.parametrize("there", [True, False])
def test_a_sandbox_is_open_to_a_device_only_where_it_starts(there):
    program = WITH_GPU_FILES.format(there=there)
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.split() == [str(there)]


def test_a_judge_that_dies_while_it_has_nothing_to_do_is_replaced(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    settings = JudgeSettings(0, tests=["tests/test_memory.py"])
    made = []

    @contextmanager
    def make(seed):
        with judges.Judge(settings) as judge:
            made.append(judge)
            yield lambda submission, waiting: judge.grade(submission, problems=["tensor_bytes"])

    with judges.KeptJudge(make, 0, 2) as judge:
        made[0]._process.kill()
        made[0]._process.wait()
        with pytest.raises(JudgeFailed, match="gone"):
            judge(SOLUTION)
        assert judge(SOLUTION).scores.points == 1
