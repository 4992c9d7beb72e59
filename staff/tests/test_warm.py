"""Runs apart from this process: a fork of a warm one, or a process of its own where there is none.

Both are run here, whatever this machine has.
"""

import pytest

from cs336_staff.corpus import build, load_corpus
from cs336_staff.paths import ROOT, SOLUTION
from tests.harness import warm


@pytest.fixture(params=[True, False], ids=["fork", "process"])
def _either_way(request, monkeypatch):
    monkeypatch.setattr(warm, "_CAN_FORK", request.param)


@pytest.mark.usefixtures("_either_way")
def test_the_reference_passes():
    run = warm.run_suite(SOLUTION, 336, ("--problems=gather",))
    assert run.ended == "completed"
    assert run.scores["points"] == run.scores["possible"] > 0


@pytest.mark.usefixtures("_either_way")
def test_a_killed_save_leaves_nothing_in_the_working_folder(tmp_path, monkeypatch):
    label = "wrong/checkpoint/save_checkpoint_temporary_in_working_folder"
    (entry,) = [entry for entry in load_corpus() if entry.label == label]
    submission = build(entry, tmp_path)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    before = set(ROOT.iterdir())
    run = warm.run_suite(submission, 336, tests="tests/test_checkpoint_faults.py")
    assert "failed" in {test["outcome"] for test in run.scores["tests"]}
    assert not list(here.iterdir())
    assert set(ROOT.iterdir()) == before
