"""Run the suite on a submission in one process: fast, and no protection at all.

For submissions the team wrote itself: the reference, the corpus. Everything else is for the judge.
torch, pytest and the tests are loaded once; every submission is then judged in a fork of that.
"""

import io
import json
import os
import signal
import tempfile
import time
from collections.abc import Collection
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from cs336_staff.paths import ROOT
from cs336_staff.verdict import Verdict
from tests.harness.problems import load_problems
from tests.harness.scores import FAILED, NOT_RUN, Scores, TestRecord

PROTECTION = "none: the submission ran in the process that judged it"


def nothing_earned(reason: str, cuda: bool = False) -> dict[str, Any]:
    """Return the scores of a submission that could not be run: nothing for any problem."""
    problems = load_problems()
    tests = [
        TestRecord(id_, id_, NOT_RUN if problem.cuda and not cuda else FAILED, reason)
        for id_, problem in problems.items()
    ]
    return Scores.of(problems, tests).to_dict()


def warm_up() -> None:
    """Load what a first run loads: torch, its optimizers, pytest and the tests."""
    import pytest
    import torch

    torch.set_num_threads(1)
    weight = torch.zeros(1, requires_grad=True)
    weight.grad = torch.zeros(1)
    torch.optim.SGD([weight]).step()
    with redirect_stdout(io.StringIO()):
        pytest.main(["--collect-only", *_COMMON, "--submission=staff/solution"])


_COMMON = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={ROOT}", "-p", "no:cacheprovider"]
_COMMON += [str(ROOT / "tests"), "-p", "no:faulthandler"]


def grade_in_process(
    submission: Path, seed: int, problems: Collection[str] = (), timeout: float = 300
) -> Verdict:
    """Judge a submission in a fork of this process.

    Args:
        submission: a folder with adapters.py and cs336_basics/.
        seed: of all random inputs.
        problems: ids of the problems to run; all where empty.
        timeout: seconds after which the fork is killed.
    """
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="cs336-") as folder:
        file = Path(folder) / "scores.json"
        arguments = [*_COMMON, f"--submission={submission}", f"--seed={seed}", f"--scores={file}"]
        if problems:
            arguments.append(f"--problems={','.join(sorted(problems))}")
        child = os.fork()
        if child == 0:
            _run_and_exit(arguments)
        ended = _wait(child, timeout)
        scores = json.loads(file.read_text()) if file.exists() else None
    reason = ""
    if scores is None:
        ended = ended if ended != "completed" else "no verdict"
        reason = f"the run gave no verdict ({ended})"
        scores = nothing_earned(reason)
    return Verdict(scores, ended, reason, time.perf_counter() - start, PROTECTION, seed)


def _run_and_exit(arguments: list[str]) -> None:
    """Run pytest in this forked child, and end it whatever happens."""
    try:
        import pytest

        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            pytest.main(arguments)
    finally:
        os._exit(0)


def _wait(child: int, timeout: float) -> str:
    """Wait for a child and say how it ended; kill it once its time is over."""
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
