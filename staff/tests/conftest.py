"""Fixtures of the staff's tests: a warm process that forks runs, a judge, submissions."""

import gc
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from hypothesis import settings
from support import harm
from support.suite_runs import append

from cs336_staff.audit.corpus import copy_reference
from cs336_staff.judge import Judge
from cs336_staff.paths import ROOT
from cs336_staff.release.student_copy import write_stubs
from tests.harness.plugin.inputs import Rng
from tests.harness.watching.warm import run_suite, warm_up

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")
# A shell's background jobs ignore SIGINT, and so would the processes that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Output has the width and the colours of a run without a terminal.
os.environ.pop("COLUMNS", None)
os.environ["TERM"] = "xterm"


@pytest.fixture(scope="session")
def warm():
    """Return `run(submission, *pytest_arguments)`, forked from a process that has torch loaded."""
    warm_up()

    def run(submission: Path, *arguments: str, seed: int = 336):
        return run_suite(submission, seed, arguments)

    return run


@pytest.fixture
def clone(tmp_path):
    """Return a git clone of this repository, with the files on disk, that a test may change."""
    target = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", target], check=True)
    command = ["git", "diff", "--name-only", "-z", "HEAD"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in listed.split("\0")[:-1]:  # what was changed and not committed yet
        (target / name).unlink(missing_ok=True)
        if (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    subprocess.run(["git", "add", "--all"], cwd=target, check=True)
    return target


@pytest.fixture
def reference(tmp_path):
    """Return a copy of the reference that a test may break."""
    return copy_reference(tmp_path / "submission")


@pytest.fixture(scope="session")
def judge():
    """Return a judge of tests/test_memory.py with small budgets, for hostile code."""
    with Judge(harm.SETTINGS) as judge:
        yield judge


@pytest.fixture
def submission(reference):
    """Return a function that adds code to the end of a module of a correct submission."""

    def add(code: str, module: str = "cs336_basics/memory.py") -> Path:
        append(reference, code, module)
        return reference

    return add


@pytest.fixture
def uploads(tmp_path):
    """Return a folder of a class's uploads."""
    from support.made_class import make_uploads

    return make_uploads(tmp_path / "uploads")


@pytest.fixture
def rng(request):
    """Return random inputs that depend on the test's name alone."""
    return Rng(0, request.node.name)


@pytest.fixture
def stubs(tmp_path):
    """Return a copy of a student's files, all of them stubs."""
    folder = tmp_path / "student"
    write_stubs(folder)
    return folder


def pytest_collection_finish():
    """Exclude torch and the tests from garbage collection."""
    gc.freeze()
