"""Run the suite on a submission in one process: fast, and no protection at all.

For submissions the team wrote itself: the reference, the corpus. Everything else is for the judge.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.harness.problems import load_problems
from tests.harness.scores import Scores, TestRecord

from cs336_staff.paths import ROOT
from cs336_staff.verdict import Verdict

PROTECTION = "none: the submission ran in the process that judged it"


def grade_in_process(
    submission: Path, seed: int, pytest_arguments: tuple[str, ...] = (), timeout: float = 600
) -> Verdict:
    """Run pytest on a submission as a student would, and return its verdict."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        scores_file = Path(folder) / "scores.json"
        command = [sys.executable, "-m", "pytest", f"--submission={submission}", f"--seed={seed}"]
        command += [f"--scores={scores_file}", "-p", "no:cacheprovider", *pytest_arguments]
        ended, output = _run(command, timeout)
        scores = json.loads(scores_file.read_text()) if scores_file.exists() else None
    reason = ""
    if scores is None:
        ended = ended if ended != "completed" else "no verdict"
        reason = f"the run gave no verdict ({ended}): {output.strip()[-300:]}"
        scores = nothing_earned(reason)
    return Verdict(scores, ended, reason, time.perf_counter() - start, PROTECTION, seed)


def nothing_earned(reason: str) -> dict:
    """Return the scores of a submission that could not be run: nothing of every problem."""
    problems = load_problems()
    return Scores.of(problems, [TestRecord(id_, id_, message=reason) for id_ in problems]).to_dict()


def _run(command: list[str], timeout: float) -> tuple[str, str]:
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, errors="replace", timeout=timeout
        )
    except subprocess.TimeoutExpired:
        return f"stopped after {timeout:.0f} s", ""
    if done.returncode < 0:
        return f"killed by signal {-done.returncode}", done.stderr
    return "completed", done.stdout + done.stderr
