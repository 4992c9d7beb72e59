"""Grade the submission in a Gradescope container.

https://gradescope-autograders.readthedocs.io/en/latest/specs/ says where things are: the zip file
is unpacked at /autograder/source, a submission at /autograder/submission, and what
/autograder/results/results.json holds afterwards is the result.
"""

import secrets
import sys
import traceback
from pathlib import Path

from cs336_staff.files.whole import write_whole
from cs336_staff.grading.submission import grade_submission
from cs336_staff.judge import Budgets, Judge, JudgeFailed, JudgeSettings
from cs336_staff.results.record import GraderFailed, Results
from cs336_staff.results.typed_json import encode
from cs336_staff.results.verdict import COMPLETED, REFUSED

_START, _END = 60.0, 60.0  # seconds to load torch with half a core, and for the last test to end


def grade_there(autograder: Path, seconds: float) -> Results | GraderFailed:
    """Grade the submission of an autograder's container; write and return its results.

    Where the grader itself fails, the results say so: a student should ask the staff, not search.

    Args:
        autograder: the container's /autograder.
        seconds: after which the platform ends the container. What is judged by then counts.
    """
    target = autograder / "results" / "results.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    results: Results | GraderFailed
    try:
        results = _grade(autograder, seconds)
    except BaseException:
        traceback.print_exc()
        results = GraderFailed()
    text = encode(results)
    write_whole(target, text)
    if target.read_text(encoding="utf-8") != text:
        raise RuntimeError(f"{target} does not hold what was written to it")
    return results


def _grade(autograder: Path, seconds: float) -> Results:
    settings = JudgeSettings(
        seed=secrets.randbits(48),  # what shows JSON may keep 53
        budgets=Budgets(submission=seconds - _START - _END),
        parts=1,  # a container may have less than a core, and little memory
        private=[str(autograder)],
    )
    with Judge(settings) as judge:
        submission = autograder / "submission"
        results = grade_submission(submission, "submission", judge.grade, settings.seed)
    if results.extra_data.ended not in (COMPLETED, REFUSED):
        raise JudgeFailed(results.extra_data.reason)
    return results


def main(autograder: Path, seconds: float) -> None:
    """Grade, and print for the staff what stood between submission and judge."""
    results = grade_there(autograder, seconds)
    print(results.output)
    if isinstance(results, Results):
        print(results.extra_data.protection)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python -m cs336_staff.grading.gradescope /autograder SECONDS")
    main(Path(sys.argv[1]), float(sys.argv[2]))
