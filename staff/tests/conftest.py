"""What the staff's tests share: a warm process to fork runs from, and copies of the reference."""

import shutil
from pathlib import Path

import pytest

from cs336_staff.paths import SOLUTION
from tests.harness.warm import run_suite, warm_up


@pytest.fixture(scope="session")
def warm():
    """Return `run(submission, *pytest_arguments)`, forked from a process that has torch loaded."""
    warm_up()

    def run(submission: Path, *arguments: str, seed: int = 336):
        return run_suite(submission, seed, arguments)

    return run


@pytest.fixture
def reference(tmp_path):
    """Return a copy of the reference that a test may break."""
    ignored = shutil.ignore_patterns("__pycache__")
    return Path(shutil.copytree(SOLUTION, tmp_path / "submission", ignore=ignored))
