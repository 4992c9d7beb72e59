"""Gradescope's autograder: the zip file to upload, and what runs in its container.

https://gradescope-autograders.readthedocs.io/en/latest/specs/ says where things are: the zip file
is unpacked at /autograder/source, a submission at /autograder/submission, and what stands in
/autograder/results/results.json afterwards is the result.

Gradescope's containers forbid namespaces, so a submission runs there without a sandbox: with the
grader's rights, though never in the process that judges it. The zip file therefore holds nothing
secret: the stubs, no reference, no corpus.
"""

import json
import secrets
import shutil
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

from cs336_staff.files.archive import write_zip
from cs336_staff.grading.submission import grade_submission
from cs336_staff.judge import Judge, JudgeSettings
from cs336_staff.paths import ROOT
from cs336_staff.results.record import write_whole

HELD = (
    "pyproject.toml",
    "conftest.py",
    "adapters.py",
    "cs336_basics",
    "tests",
    "staff/cs336_staff",
)
_NOT_HELD = "staff/cs336_staff/handout/"


def build_zip(file: Path, root: Path = ROOT) -> Path:
    """Write the autograder's zip file, whole or not at all: the same bytes each time.

    Args:
        file: where to write it.
        root: the git clone that it is made of.

    Returns:
        Its path.

    Raises:
        ReleaseError: the stubs are not those of the reference, or files are not in git.
    """
    from cs336_staff.release.student_copy import (  # needs more than there is in a container
        check_root,
        held,
    )

    check_root(root)
    names = [name for name in held(root, HELD) if not name.startswith(_NOT_HELD)]
    file = file.resolve()
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        top = Path(folder) / "autograder"
        top.mkdir()
        for script in ("setup.sh", "run_autograder"):
            shutil.copy(root / "staff" / "gradescope" / script, top / script)
        for name in names:
            target = top / "assignment" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, target)
        write_zip(top, Path(folder) / file.name)
        (Path(folder) / file.name).rename(file)
    return file


def grade_there(autograder: Path) -> dict[str, Any]:
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
            results = grade_submission(source, "submission", judge.grade, seed)
    except Exception:
        traceback.print_exc()
        results = {
            "score": 0.0,
            "visibility": "visible",
            "output": "The autograder itself failed, and your submission was not judged. "
            "Please tell the course staff.",
            "tests": [],
        }
    write_whole(target, json.dumps(results, indent=1) + "\n")
    return results


def main(autograder: Path) -> None:
    """Grade, and print for the staff what stood between submission and judge."""
    results = grade_there(autograder)
    print(results["output"])
    print(results.get("extra_data", {}).get("protection", ""))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m cs336_staff.release.gradescope /autograder")
    main(Path(sys.argv[1]))
