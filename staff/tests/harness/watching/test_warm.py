"""Runs of the suite in other processes: forks of a warm server, or new processes without fork.

Both methods are tested here, whatever the platform.
"""

import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from support import reentrant

from cs336_staff.audit.corpus import build, load_corpus
from cs336_staff.paths import ROOT, SOLUTION
from tests.harness.watching import warm


@pytest.fixture(params=["forkserver", "spawn"])
def _each_method(request, monkeypatch):
    monkeypatch.setattr(warm, "_PROCESSES", multiprocessing.get_context(request.param))


@pytest.mark.usefixtures("_each_method")
def test_the_reference_passes():
    run = warm.run_suite(SOLUTION, 336, ("--problems=gather",))
    assert run.ended == "completed"
    assert run.scores.points == run.scores.possible > 0


def test_torch_is_loaded_before_a_run_whatever_the_folder(tmp_path):
    file = tmp_path / "file"
    code = f"import sys; open({str(file)!r}, 'w').write(str('torch' in sys.modules))"
    script = f"""import sys
sys.path[0] = {str(ROOT)!r}
from tests.harness.watching import warm
warm.warm_up()
run = warm._PROCESSES.Process(target=exec, args=({code!r},))
run.start()
run.join()
"""
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)
    assert file.read_text() == "True"


BESIDE_METAL = """
import torch

def start(*args):
    raise AssertionError("this starts Metal, and no fork of this process could use it then")

torch._C._accelerator_getAccelerator = lambda: torch.device("mps")
torch._C._accelerator_getDeviceIndex = torch._C._accelerator_getStream = start
torch._C._mps_is_available = start
import tests.harness.watching.warm_process
"""


def test_on_a_mac_the_server_does_not_start_metal():
    subprocess.run([sys.executable, "-c", BESIDE_METAL], cwd=ROOT, check=True)


def test_threads_of_the_caller_are_not_in_a_run():
    assert reentrant.backward(torch.zeros(256, requires_grad=True)) > 1
    run = warm.run_suite(SOLUTION, 336, ("--problems=mlp_forward_flops",))  # with backward passes
    assert run.scores.points == run.scores.possible > 0


@pytest.mark.usefixtures("_each_method")
def test_a_killed_save_leaves_nothing_in_the_working_folder(tmp_path, monkeypatch):
    label = "wrong/checkpoint/save_checkpoint_temporary_in_working_folder"
    (entry,) = [entry for entry in load_corpus() if entry.label == label]
    submission = build(entry, tmp_path)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    before = set(ROOT.iterdir())
    run = warm.run_suite(submission, 336, tests="tests/test_checkpoint_faults.py")
    assert "failed" in {test.outcome for test in run.scores.tests}
    assert not list(here.iterdir())
    assert set(ROOT.iterdir()) == before


def test_a_verdict_that_was_not_written_whole_is_none(monkeypatch):
    def killed(arguments, *_):
        [file] = [word.removeprefix("--scores=") for word in arguments if "--scores=" in word]
        Path(file).write_text('{"points": 1')
        return warm.CANCELLED, ""

    monkeypatch.setattr(warm, "_run_process", killed)
    run = warm.run_suite(SOLUTION, 336)
    assert (run.scores, run.ended) == (None, warm.CANCELLED)
