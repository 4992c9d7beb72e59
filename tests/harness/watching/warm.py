"""Run the suite many times while loading torch only once.

A server process imports torch, pytest and the tests. Each run is a fork of it, so no run sees what
another did or what the caller's threads do. Without fork (on Windows) each run is a new process.
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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.harness.plugin.scores import Scores

ROOT = Path(__file__).parents[3]
CANCELLED = "cancelled"
_CAN_FORK = "forkserver" in multiprocessing.get_all_start_methods()
_PROCESSES: Any = multiprocessing.get_context("forkserver" if _CAN_FORK else "spawn")


@dataclass
class Run:
    """The outcome of a run.

    Attributes:
        scores: None if the run did not write them.
        ended: "completed", CANCELLED, or how it was stopped or killed.
        seconds: its wall time.
        slow: a line for each problem that the grader would have stopped.
    """

    scores: Scores | None
    ended: str
    seconds: float
    slow: list[str] = field(default_factory=list)


def warm_up() -> None:
    """Start the server process, and wait until it has loaded torch, pytest and the tests."""
    if _CAN_FORK:
        multiprocessing.set_forkserver_preload(["__main__", "tests.harness.watching.warm_process"])
        _start_server()
        ready = _PROCESSES.Process(target=int)
        ready.start()
        ready.join()


def _start_server() -> None:
    """Start the server process in this repository's folder, with SIGINT blocked.

    Older versions of Python find the preloaded modules only in the working folder, and report no
    error if they do not: each run would then load torch.

    The server must not receive Ctrl-C; it ends when this process ends. A SIGINT that arrives while
    the server starts reaches this process afterwards.
    """
    from multiprocessing import forkserver, resource_tracker  # not on Windows

    resource_tracker.ensure_running()  # first, because it unblocks SIGINT
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
    cancel: Callable[[], bool] | None = None,
) -> Run:
    """Run the suite on a submission, in another process.

    Args:
        submission: a folder with adapters.py and cs336_basics/.
        seed: the seed of all random inputs.
        extra: more pytest arguments, such as "--problems=mfu".
        timeout: seconds after which the run is killed.
        tests: the folder, file or test to run, relative to the repository.
        cancel: called ten times a second; the run is killed when it returns True.
    """
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="cs336-") as folder:
        file = Path(folder) / "scores.json"
        arguments = [*pytest_arguments(submission, seed, tests), f"--scores={file}", *extra]
        ended = _run_process(arguments, folder, timeout, cancel or (lambda: False))
        run = Run(None, ended, time.perf_counter() - start)
        with suppress(OSError, ValueError):  # it was killed before it had written all of it
            data = json.loads(file.read_text(encoding="utf-8"))
            run.scores, run.slow = Scores.from_dict(data), data["slow"]
    return run


def pytest_arguments(submission: Path, seed: int, tests: str = "tests") -> list[str]:
    """Return the arguments of pytest for a run in ROOT that leaves no files behind.

    The tests are named from there: pytest takes brackets in an absolute path for parameters.
    """
    arguments = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={ROOT}", tests]
    arguments += ["-p", "no:cacheprovider", "-p", "no:faulthandler"]
    return [*arguments, f"--submission={submission.resolve()}", f"--seed={seed}"]


def _run_process(
    arguments: list[str], folder: str, timeout: float, cancel: Callable[[], bool]
) -> str:
    """Run pytest in another process; return how it ended."""
    run = _PROCESSES.Process(target=_run, args=(arguments, folder))
    run.start()
    end = time.monotonic() + timeout
    try:
        while run.exitcode is None:
            if time.monotonic() > end:
                return f"stopped after {timeout:.0f} s"
            if cancel():
                return CANCELLED
            run.join(0.1)
    finally:
        run.kill()
        run.join()
    if run.exitcode < 0:
        return f"killed by {signal.Signals(-run.exitcode).name}"
    return "completed"


def _run(arguments: list[str], folder: str) -> None:
    """Run pytest in this process without output, then exit."""
    try:
        os.chdir(ROOT)
        import pytest

        class _Leave:
            """Leave ROOT once the tests are found; `folder` is removed with what a save leaves."""

            def pytest_collection_finish(self) -> None:
                os.chdir(folder)

        sink = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(sink, descriptor)
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            pytest.main(arguments, plugins=[_Leave()])
    finally:
        os._exit(0)
