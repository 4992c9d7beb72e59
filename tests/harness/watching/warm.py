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
import traceback
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.harness.plugin.scores import Scores
from tests.harness.plugin.temporary_files import memory_folder

ROOT = Path(__file__).parents[3]
COMPLETED = "completed"
CANCELLED = "cancelled"
_LAST_WORDS = 4000  # bytes, which a pipe holds without a reader
_LONGEST_FOLDER = 60  # bytes; a socket's path has at most 103, and multiprocessing adds 32
_CAN_FORK = "forkserver" in multiprocessing.get_all_start_methods()
_PROCESSES: Any = multiprocessing.get_context("forkserver" if _CAN_FORK else "spawn")


@dataclass
class Run:
    """The outcome of a run.

    Attributes:
        scores: None if the run did not write them.
        ended: COMPLETED, CANCELLED, or how it was stopped or killed.
        seconds: its wall time.
        slow: a line for each problem that the grader would have stopped.
        last_words: the end of what pytest printed; "" if the run did not get to its end.
    """

    scores: Scores | None
    ended: str
    seconds: float
    slow: list[str] = field(default_factory=list)
    last_words: str = ""


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
        with chdir(ROOT), _short_temporary_folder():
            forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextmanager
def _short_temporary_folder() -> Iterator[None]:
    """Let the server's socket be made in /tmp if the path of TMPDIR is too long for a socket."""
    before = tempfile.gettempdir()
    if len(os.fsencode(before)) > _LONGEST_FOLDER:
        tempfile.tempdir = "/tmp"
    try:
        yield
    finally:
        tempfile.tempdir = before


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
    with tempfile.TemporaryDirectory(prefix="cs336-", dir=memory_folder()) as folder:
        file = Path(folder) / "scores.json"
        arguments = [*pytest_arguments(submission, seed, tests), f"--scores={file}", *extra]
        ended, words = _run_process(arguments, folder, timeout, cancel or (lambda: False))
        run = Run(None, ended, time.perf_counter() - start, last_words=words)
        with suppress(OSError, ValueError):  # it was killed before it had written all of it
            data = json.loads(file.read_text(encoding="utf-8"))
            run.scores, run.slow = Scores.from_dict(data), data["slow"]
    return run


def pytest_arguments(submission: Path, seed: int, tests: str = "tests") -> list[str]:
    """Return the arguments of pytest for a run in ROOT that leaves no files behind.

    The tests are named from there: pytest takes brackets in an absolute path for parameters.
    pytest-timeout is named because no plugin is loaded just because it is installed.
    """
    arguments = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={ROOT}", tests]
    arguments += ["-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "pytest_timeout"]
    return [*arguments, f"--submission={submission.resolve()}", f"--seed={seed}"]


def ignore_other_plugins() -> None:
    """Keep plugins and options of the user's own pytest out of the runs of this process."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        os.environ.pop(name, None)


def _run_process(
    arguments: list[str], folder: str, timeout: float, cancel: Callable[[], bool]
) -> tuple[str, str]:
    """Run pytest in another process; return how it ended, and its last words."""
    reader, writer = multiprocessing.Pipe(duplex=False)
    run = _PROCESSES.Process(target=_run, args=(arguments, folder, writer))
    run.start()
    writer.close()
    end = time.monotonic() + timeout
    try:
        while run.exitcode is None:
            if time.monotonic() > end:
                return f"stopped after {timeout:.0f} s", ""
            if cancel():
                return CANCELLED, ""
            run.join(0.1)
    finally:
        run.kill()
        run.join()
    if run.exitcode < 0:
        return f"killed by {signal.Signals(-run.exitcode).name}", ""
    with reader, suppress(EOFError):  # no words were sent
        return COMPLETED, reader.recv_bytes().decode("utf-8", "replace")
    return f"your code ended it, with exit code {run.exitcode}", ""


def _run(arguments: list[str], folder: str, words: Connection) -> None:
    """Run pytest in this process, send the end of its output, then exit."""
    output = io.StringIO()
    try:
        os.chdir(ROOT)
        ignore_other_plugins()
        import pytest

        class _Leave:
            """Leave ROOT once the tests are found; `folder` is removed with what a save leaves."""

            def pytest_collection_finish(self) -> None:
                os.chdir(folder)

        sink = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(sink, descriptor)
        with redirect_stdout(output), redirect_stderr(output):
            pytest.main(arguments, plugins=[_Leave()])
    except Exception:
        traceback.print_exc(file=output)
    finally:
        words.send_bytes(output.getvalue().encode("utf-8", "replace")[-_LAST_WORDS:])
        os._exit(0)
