"""Run the suite again and again without loading torch again.

torch, pytest and the tests are imported once; every run is then a fork of that process, so no run
sees what another did. Where there is no fork (Windows), a run is a process of its own.
"""

import gc
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_CAN_FORK = hasattr(os, "fork")


@dataclass
class Run:
    """How a run ended, and its scores as `Scores.to_dict()` gives them, if it has any."""

    scores: dict[str, Any] | None
    ended: str
    seconds: float


def warm_up() -> None:
    """Load what a first run loads: torch, its optimizers, pytest and the tests."""
    if not _CAN_FORK:
        return
    import pytest
    import torch

    torch.set_num_threads(1)  # a fork of a process that has used OpenMP threads would hang
    weight = torch.zeros(1, requires_grad=True)
    weight.grad = torch.zeros(1)
    torch.optim.SGD([weight]).step()
    with redirect_stdout(io.StringIO()):
        pytest.main([*_arguments(ROOT, 0), "--collect-only"])
    gc.freeze()  # what is loaded stays loaded: forks need not look through it for garbage


def run_suite(
    submission: Path,
    seed: int,
    extra: tuple[str, ...] = (),
    timeout: float = 300,
    tests: str = "tests",
) -> Run:
    """Run the suite on a submission, apart from this process.

    Args:
        submission: a folder with adapters.py and cs336_basics/.
        seed: of all random inputs.
        extra: more pytest arguments, such as "--problems=mfu".
        timeout: seconds after which the run is killed.
        tests: the folder, file or test to run.
    """
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="cs336-") as folder:
        file = Path(folder) / "scores.json"
        arguments = [*_arguments(submission, seed, tests), f"--scores={file}", *extra]
        ended = (_in_fork if _CAN_FORK else _in_own_process)(arguments, folder, timeout)
        scores = json.loads(file.read_text(encoding="utf-8")) if file.exists() else None
    return Run(scores, ended, time.perf_counter() - start)


def _arguments(submission: Path, seed: int, tests: str = "tests") -> list[str]:
    arguments = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={ROOT}", str(ROOT / tests)]
    arguments += ["-p", "no:cacheprovider", "-p", "no:faulthandler"]
    return [*arguments, f"--submission={submission.resolve()}", f"--seed={seed}"]


def _in_own_process(arguments: list[str], folder: str, timeout: float) -> str:
    command = [sys.executable, "-m", "pytest", *arguments]
    try:
        subprocess.run(command, cwd=folder, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return f"stopped after {timeout:.0f} s"
    return "completed"


def _in_fork(arguments: list[str], folder: str, timeout: float) -> str:
    child = os.fork()
    if child == 0:
        _run_and_exit(arguments, folder)
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            if os.WIFSIGNALED(status):
                return f"killed by {signal.Signals(os.WTERMSIG(status)).name}"
            return "completed"
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return f"stopped after {timeout:.0f} s"


def _run_and_exit(arguments: list[str], folder: str) -> None:
    """Run pytest in this forked child, silently, and end it whatever happens."""
    try:
        os.chdir(folder)  # what a killed save leaves in the working folder goes with it
        import pytest

        sink = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(sink, descriptor)
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            pytest.main(arguments)
    finally:
        os._exit(0)
