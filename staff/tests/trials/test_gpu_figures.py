"""staff.benchmarks.gpu on a made GPU, and without a device."""

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch
from support.made_gpu import MadeGpu

from cs336_staff.audit.corpus import load_corpus
from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.results.verdict import Verdict, nothing_earned
from staff.benchmarks import gpu as figures
from staff.benchmarks import gpu_verdicts
from tests import test_cuda_mixed_precision
from tests.harness.plugin.problems import load_problems


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
def test_without_a_device_nothing_is_measured_and_the_reason_is_reported(tmp_path):
    command = [sys.executable, "-m", "staff.benchmarks.gpu", "--out", str(tmp_path / "out")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == figures.NO_DEVICE
    assert "nothing was measured: no CUDA device" in done.stderr
    assert not (tmp_path / "out").exists()


def test_figures_are_tables_and_a_roofline(tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "REPEATS", 3)
    monkeypatch.setattr(figures, "SIZES", (64,))
    monkeypatch.setattr(figures, "ELEMENTS", 2**12)
    monkeypatch.setattr(figures, "_against_do_bench", lambda call, timing: None)
    for name, value in {"WIDTH": 32, "DEPTH": 2, "ROWS": 64, "LEAST_ROWS": 64}.items():
        monkeypatch.setattr(test_cuda_mixed_precision, name, value)
    gpu = MadeGpu(name="NVIDIA H200")
    tables = {
        "machine": [figures.machine(gpu)],
        "matmul": list(figures.matmuls(gpu, tmp_path)),
        "step": list(figures.steps(gpu)),
    }
    figures._write(tables, tmp_path)
    assert json.loads((tmp_path / "gpu.json").read_text()) == tables
    text = (tmp_path / "gpu.md").read_text()
    assert "| 64³ bf16 |" in text and "### machine" in text and "NVIDIA H200" in text
    assert (tmp_path / "roofline.svg").exists() and (tmp_path / "roofline.png").exists()
    assert [row["what"] for row in tables["step"]] == [
        "bf16, 64 rows",
        "bf16 again, 64 rows",
        "fp32, 64 rows",
    ]


def test_what_breaks_off_costs_no_other_figure(tmp_path, capsys):
    def breaks():
        yield {"what": "first", "seconds": 1}
        raise RuntimeError("CUDA error: out of memory\nmore")

    tables = {"machine": [{"device": "a"}]}
    figures.take("matmul", breaks, tables, tmp_path)
    figures.take("memory", lambda: iter([{"what": "x|y"}]), tables, tmp_path)
    assert json.loads((tmp_path / "gpu.json").read_text()) == tables
    first, broken = tables["matmul"]
    assert (
        first["seconds"] == 1 and broken["broken off"] == "RuntimeError: CUDA error: out of memory"
    )
    assert r"| x\|y |" in (tmp_path / "gpu.md").read_text()


def test_a_run_that_was_cut_off_goes_on_where_it_was(tmp_path):
    here = {"device": "a", "code": "1234"}
    assert figures._known(tmp_path, here) == {}
    rows = [{"what": "b"}]
    tables = {"matmul": [{"broken off": "why"}], "memory": rows, "verdicts": rows, "step": rows}
    (tmp_path / "gpu.json").write_text(json.dumps({"machine": [here], **tables}))
    assert figures._known(tmp_path, here) == {"memory": rows, "verdicts": rows}
    assert figures._known(tmp_path, {**here, "code": "1235"}) == {}
    (tmp_path / "gpu.json").write_text(json.dumps({"machine": [here], **tables})[:50])
    assert figures._known(tmp_path, here) == {}


def test_the_verdicts_are_those_of_the_reference_and_of_each_cuda_entry(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    ran, started, judged = [], [], []

    def run(command, cwd, stdout, **_):
        assert cwd == ROOT and command[0] == sys.executable
        ran.append(command)
        print(f"run {len(ran)} failed", file=stdout)
        return subprocess.CompletedProcess(command, 2)  # before it writes anything

    @contextmanager
    def made_judge():
        started.append(len(ran))
        yield (
            lambda submission, *_: (
                judged.append(submission) or Verdict(nothing_earned("lost", True))
            )
        )

    monkeypatch.setattr(gpu_verdicts.subprocess, "run", run)
    monkeypatch.setattr(gpu_verdicts, "cuda_judge", made_judge)
    rows = {row["what"]: row for row in gpu_verdicts.verdicts(Path("out"), [])}
    assert list(rows)[:8] == [
        "reference graded",
        *(f"reference in pytest, seed {seed}" for seed in (0, 5, 10, 15)),
        *(f"reference in the sandbox, run {run}" for run in (0, 5)),
        "CUDA entries, run 0",
    ]
    assert len(ran) == 1 + 20 and started == [5] and judged.count(SOLUTION) == 10
    assert rows["reference graded"]["said"] == "run 1 failed"
    assert rows["reference in pytest, seed 0"]["exit code"] == 2
    sandboxed = rows["reference in the sandbox, run 9"]
    assert sandboxed["exit code"] == 1 and "lost" in sandboxed["short"][0]
    entries = gpu_verdicts.cuda_entries()
    problems = load_problems()
    assert {entry.label for entry in entries} == {
        entry.label for entry in load_corpus() if entry.problem and problems[entry.problem].cuda
    }
    audited = [row for what, row in rows.items() if what.startswith("CUDA entries")]
    assert len(audited) == 5 and len(judged) == 10 + 5 * len(entries)
    for row in audited:  # each loses points where it should not
        assert row["points"] == f"{len(entries)} entries, {len(entries)} short, 0 not run"
        assert row["exit code"] == 1

    started.clear()
    assert list(gpu_verdicts.verdicts(Path("out"), list(rows.values()))) == list(rows.values())
    assert not started  # all was known


def test_spreads_are_of_what_the_tests_bound():
    def run(claimed, crossing):
        matmul = {"name": "matmul", "seconds": claimed, "own": 1.0, "more": {"spent": 2.0}}
        step = {"name": "step", "dtype": "bfloat16", "seconds": 3.0, "own": 2.0}
        distances = {"crossing": crossing, "crossing_spread": 0.5, "of_rounding": 0.25}
        return {
            "measured": [
                {**matmul, "dtype": "bfloat16"},
                {**matmul, "dtype": "float32", "seconds": 10.0, "own": 8.0},
                {**step, "more": distances},
            ]
        }

    rows = {row["what"]: row for row in gpu_verdicts.spreads([run(1.0, 5.0), {}, run(3.0, 6.0)])}
    middle, ratio = rows["matmul, bfloat16: claimed ÷ own"], rows["bf16 ÷ fp32 of the claims ÷ own"]
    assert (middle["median"], middle["least"], middle["most"], middle["runs"]) == (2, 1, 3, 2)
    assert ratio["most"] == 1.25  # 10 ÷ (1 − the launch, which is below own) ÷ 8
    assert rows["matmul, float32: claimed ÷ spent"]["median"] == 5
    assert rows["step, bfloat16: time ÷ own"]["most"] == 1.5
    assert rows["step, bfloat16: quartiles of crossing ÷ own"]["most"] == 0.25
    assert rows["step, bfloat16: crossing, seconds"]["most"] == 6
    assert rows["step, bfloat16: distance ÷ what is allowed to rounding"]["least"] == 0.25
