"""Run the suite again and again without loading torch again.

torch, pytest and the tests are imported once, in a process that does nothing else; every run is
then a fork of that process, so no run sees what another did, or what the caller's threads do.
Where there is no fork (Windows), a run is a process of its own.
"""

import io
import json
import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
GIVEN_UP = "given up"
_CAN_FORK = "forkserver" in multiprocessing.get_all_start_methods()
_APART: Any = multiprocessing.get_context("forkserver" if _CAN_FORK else "spawn")


@dataclass
class Run:
    """How a run ended, and its scores as `Scores.to_dict()` gives them, if it has any."""

    scores: dict[str, Any] | None
    ended: str
    seconds: float


def warm_up() -> None:
    """Load what a first run loads: torch, its optimizers, pytest and the tests."""
    if _CAN_FORK:
        multiprocessing.set_forkserver_preload(["__main__", "tests.harness.watching.warm_process"])
        _start_server()
        ready = _APART.Process(target=int)
        ready.start()
        ready.join()


def _start_server() -> None:
    """Start the process that runs are forked from, which does not hear Ctrl-C.

    It starts in this repository's folder, for older Pythons look for what it loads only there (and
    say nothing where they do not find it: each run would then load torch anew).

    Ctrl-C ends this process, and the other one ends with it. So it is started with the interrupt
    blocked; one that comes in that moment reaches this process just after.
    """
    from multiprocessing import forkserver, resource_tracker  # which Windows lacks

    resource_tracker.ensure_running()  # now, for it unblocks what is blocked
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with chdir(ROOT):
            forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def run_suite(
    submission: Path,
    seed: int,
    extra: tuple[str, ...] = (),
    timeout: float = 300,
    tests: str = "tests",
    give_up: Callable[[], bool] | None = None,
) -> Run:
    """Run the suite on a submission, apart from this process.

    Args:
        submission: a folder with adapters.py and cs336_basics/.
        seed: of all random inputs.
        extra: more pytest arguments, such as "--problems=mfu".
        timeout: seconds after which the run is killed.
        tests: the folder, file or test to run.
        give_up: asked ten times a second; the run is killed when it says so.
    """
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="cs336-") as folder:
        file = Path(folder) / "scores.json"
        arguments = [*pytest_arguments(submission, seed, tests), f"--scores={file}", *extra]
        ended = _run_apart(arguments, folder, timeout, give_up or (lambda: False))
        scores = None
        with suppress(OSError, ValueError):  # it was killed before it had written them whole
            scores = json.loads(file.read_text(encoding="utf-8"))
    return Run(scores, ended, time.perf_counter() - start)


def pytest_arguments(submission: Path, seed: int, tests: str = "tests") -> list[str]:
    """Return the arguments of pytest for a run that leaves nothing behind."""
    arguments = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={ROOT}", str(ROOT / tests)]
    arguments += ["-p", "no:cacheprovider", "-p", "no:faulthandler"]
    return [*arguments, f"--submission={submission.resolve()}", f"--seed={seed}"]


def _run_apart(
    arguments: list[str], folder: str, timeout: float, give_up: Callable[[], bool]
) -> str:
    run = _APART.Process(target=_run, args=(arguments, folder))
    run.start()
    end = time.monotonic() + timeout
    try:
        while run.exitcode is None:
            if time.monotonic() > end:
                return f"stopped after {timeout:.0f} s"
            if give_up():
                return GIVEN_UP
            run.join(0.1)
    finally:
        run.kill()
        run.join()
    if run.exitcode < 0:
        return f"killed by {signal.Signals(-run.exitcode).name}"
    return "completed"


def _run(arguments: list[str], folder: str) -> None:
    """Run pytest in this process, silently, and end it whatever happens."""
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
