"""The zip file to upload as a Gradescope autograder: the suite and the judge, no answers.

Gradescope's containers forbid namespaces, so a submission runs there without a sandbox, though
never in the process that judges it. The zip file holds nothing secret: the stubs, no reference, no
corpus.
"""

import shutil
import tempfile
from pathlib import Path

from cs336_staff.files.archive import write_zip
from cs336_staff.paths import ROOT

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
        commit_time,
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
        write_zip(top, Path(folder) / file.name, commit_time(root))
        (Path(folder) / file.name).rename(file)
    return file
