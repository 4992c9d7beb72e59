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
from cs336_staff.judge import Judge, JudgeSettings
from cs336_staff.results.record import GraderFailed, Results
from cs336_staff.results.typed_json import encode


def grade_there(autograder: Path) -> Results | GraderFailed:
    """Grade the submission of an autograder's container; write and return its results.

    Where the grader itself fails, the results say so: a student should ask the staff, not search.
    """
    target = autograder / "results" / "results.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    seed = secrets.randbits(48)  # what shows JSON may keep 53
    try:
        with Judge(JudgeSettings(seed=seed, sandbox=False)) as judge:
            source = autograder / "submission"
            results: Results | GraderFailed
            results = grade_submission(source, "submission", judge.grade, seed)
    except Exception:
        traceback.print_exc()
        results = GraderFailed()
    write_whole(target, encode(results))
    return results


def main(autograder: Path) -> None:
    """Grade, and print for the staff what stood between submission and judge."""
    results = grade_there(autograder)
    print(results.output)
    if isinstance(results, Results):
        print(results.extra_data.protection)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m cs336_staff.grading.gradescope /autograder")
    main(Path(sys.argv[1]))
