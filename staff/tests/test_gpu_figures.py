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
from staff.benchmarks import gpu_verdicts
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


def test_the_verdicts_are_those_of_the_cuda_entries_and_of_no_earlier_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    audited, ran = [], []

    def run(command, cwd, stdout, **_):
        assert cwd == ROOT and command[0] == sys.executable
        options = dict(word[2:].split("=") for word in command if word[:2] == "--" and "=" in word)
        ran.append(command)
        print(f"run {len(ran)} failed", file=stdout)
        if "audit" in command:
            audited.append(load_corpus(Path(options["corpus"])))
            if len(audited) == 1:
                entry = {"entry": "a", "ok": False, "shortcomings": ["b"], "problem": "c"}
                found = {"entries": [{**entry, "not_run": []}]}
                Path(options["json"]).write_text(json.dumps(found))
        return subprocess.CompletedProcess(command, 2)  # others fail before they write anything

    monkeypatch.setattr(gpu_verdicts.subprocess, "run", run)
    rows = list(gpu_verdicts.verdicts(Path("out"), []))
    assert len(ran) == len(rows) == 1 + 20 + 5 and len(audited) == 5
    names = [row["what"] for row in rows]
    assert names[:4] == [
        "reference in the sandbox",
        "reference, seed 0",
        "CUDA entries, run 0",
        "reference, seed 1",
    ]
    first, second, *_ = [row for row in rows if row["what"].startswith("CUDA entries")]
    assert first["points"] == "1 entries, 1 short, 0 not run" and first["short"] == ["a: ['b']"]
    assert second["points"] == "0 entries, 0 short, 0 not run" and second["short"] == []
    assert second["said"] == f"run {names.index(second['what']) + 1} failed"
    assert {row["exit code"] for row in rows} == {2}
    assert len((tmp_path / "out" / gpu_verdicts.LOG).read_text().splitlines()) == 2 * len(rows)
    assert {entry.label: entry.caught_by for entry in audited[0]} == {
        entry.label: entry.caught_by
        for entry in load_corpus()
        if entry.problem and load_problems()[entry.problem].cuda
    }
    ran.clear()
    assert list(gpu_verdicts.verdicts(Path("out"), rows[:-1]))[:-1] == rows[:-1]
    assert len(ran) == 1
