"""A judge that cannot judge says so: no fault of its own or of its machine becomes a zero."""

import errno
import os
import signal
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from cs336_staff.judge import Budgets, Judge, JudgeFailed, JudgeSettings
from cs336_staff.judge.remote import RemoteCaller
from cs336_staff.judge.server import Server
from cs336_staff.judge.settings import NO_MACHINE, NO_WORKER
from cs336_staff.judge.worker.processes import descendants

SEED = 336


def forks_of(judge) -> list[int]:
    """Return the judge's processes that judge a submission."""
    below = descendants(judge._process.pid)
    return [pid for pid in below if b"judge.server" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_a_judge_that_is_interrupted_does_not_say_that_it_has_judged(reference):
    file = reference / "cs336_basics" / "flops.py"
    file.write_text(f"{file.read_text()}\n\ndef mfu(*args):\n    while True:\n        pass\n")
    with (
        Judge(JudgeSettings(seed=SEED, tests=["-k", "mfu"])) as judge,
        ThreadPoolExecutor(1) as pool,
    ):
        grading = pool.submit(judge.grade, reference, problems=["mfu"])
        while wait([grading], timeout=3).not_done:
            for pid in forks_of(judge):
                os.kill(pid, signal.SIGINT)
    assert grading.result().ended != "completed"
    assert grading.result().scores["points"] == 0


def no_line(_):
    raise JudgeFailed("no worker could be started: its fork server is gone")


def exit_code_of(work) -> int:
    """Work in a forked process; return its exit code."""
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_without_a_worker_the_judge_ends_instead_of_blaming_the_submission(tmp_path):
    caller = RemoteCaller(no_line, tmp_path, {"test": "mfu"}, Budgets(), True)
    assert exit_code_of(lambda: caller.begin("test", SEED)) == NO_WORKER


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), NO_MACHINE),
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), 0),
        (OSError("No space left on device"), 0),  # as a worker's error arrives
    ],
)
def test_where_the_machine_fails_the_judge_ends_too(error, code):
    def fail():
        raise error

    server = Server.__new__(Server)
    server.in_child = True
    call = pytest.CallInfo.from_call(fail, "setup")
    assert exit_code_of(lambda: server.pytest_exception_interact(call)) == code
