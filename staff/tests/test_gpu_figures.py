"""The command for figures: its own code on a made GPU, and none without one."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from made_gpu import MadeGpu

from cs336_staff.corpus import load_corpus
from cs336_staff.paths import ROOT
from staff.benchmarks import gpu as figures
from tests import test_cuda_mixed_precision
from tests.harness.problems import load_problems


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
def test_without_a_device_nothing_is_measured_and_the_reason_is_said(tmp_path):
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


def test_the_verdicts_are_those_of_the_cuda_entries_and_of_no_earlier_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "audit-3.json").write_text('{"entries": "of an earlier run"}')
    audited = []

    def run(command, cwd, **_):
        assert cwd == ROOT and command[0] == sys.executable
        if "audit" in command:
            options = dict(word[2:].split("=") for word in command if word.startswith("--"))
            assert options["json"] == str(tmp_path / "out" / f"audit-{len(audited)}.json")
            audited.append(load_corpus(Path(options["corpus"])))
        return subprocess.CompletedProcess(command, 2)  # it fails before it writes anything

    monkeypatch.setattr(figures.subprocess, "run", run)
    rows = list(figures.verdicts(Path("out")))
    assert {row["points"] for row in rows[20:]} == {"0 entries, 0 short, 0 not run"}
    assert len(audited) == 5
    assert {entry.label: entry.caught_by for entry in audited[0]} == {
        entry.label: entry.caught_by
        for entry in load_corpus()
        if entry.problem and load_problems()[entry.problem].cuda
    }
