"""The zip file to upload as a Gradescope autograder: the suite and the judge, no answers.

Gradescope's containers forbid namespaces, so there each problem runs as a user of its own: see
judge/sandboxed/users.py. The zip file holds nothing secret: stubs, no reference, no
corpus.
"""

import shutil
import tempfile
from pathlib import Path

from cs336_staff.files.archive import write_zip
from cs336_staff.paths import ROOT

INCLUDED = (
    "pyproject.toml",
    "conftest.py",
    "adapters.py",
    "cs336_basics",
    "tests",
    "staff/cs336_staff",
)
_EXCLUDED = "staff/cs336_staff/handout/"


def build_zip(file: Path, root: Path = ROOT) -> Path:
    """Write the autograder's zip file, whole or not at all, and return its path.

    A clone always gives the same bytes.

    Args:
        file: where to write it.
        root: the git clone to take the files from.

    Raises:
        ReleaseError: the stubs are not the cut of the reference, or files are not in git.
    """
    from cs336_staff.release.student_copy import (  # imports what a container does not have
        check_root,
        commit_time,
        files_in_git,
    )

    check_root(root)
    names = [name for name in files_in_git(root, INCLUDED) if not name.startswith(_EXCLUDED)]
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
