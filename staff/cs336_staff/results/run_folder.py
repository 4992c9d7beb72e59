"""The state of a class's run, which is all in files.

A submission is done when its results.json is there, made from these very files, with the run's seed
and tests, since it was last to be graded again; so the same command (without --no-resume) goes on
after anything, and ends with the same grades. run.json holds the run's seed and tests and, under
"again", a token for each submission that a call with --no-resume named: results without that token
are older than the call, and count no more.
"""

import fcntl
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cs336_staff.errors import GOES_ON, BatchError, one_clear_error
from cs336_staff.paths import ROOT
from cs336_staff.results.record import BadResults, read_results
from cs336_staff.results.verdict import CRASHED


def load_results(out: Path) -> dict[str, dict[str, Any]]:
    """Return all results in a folder by their folders' names, and in the order of these."""
    folders = sorted((path.parent for path in out.glob("*/results.json")), key=_by_name)
    return {folder.name: results_in(folder) for folder in folders}


def results_in(folder: Path) -> dict[str, Any]:
    """Return the results in one submission's folder; a BatchError says that they are damaged."""
    file = folder / "results.json"
    try:
        return read_results(file)
    except BadResults as error:
        mend = "remove it, and grade that submission again"
        raise BatchError(f"{file} is damaged; {mend} ({error})") from error


def _by_name(folder: Path) -> tuple[str, str]:
    return folder.name.casefold(), folder.name


@contextmanager
def locked(out: Path, then: str = GOES_ON) -> Iterator[None]:
    """Keep a second run out of a folder; the lock goes with the process, however it ends.

    A folder that is made here is for its owner alone: the results in it hold the seed.
    """
    try:
        out.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (out / ".lock").open("a")
    except OSError as error:
        why = f"{out} cannot be the folder for results ({error.strerror})"
        raise BatchError(f"{why}; mend that, or choose another") from error
    with file, one_clear_error(then):
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # not inherited by forks
        except (BlockingIOError, PermissionError) as error:
            raise BatchError(f"another run is grading into {out}") from error
        for partial in [*out.glob(".grades.csv.*"), *out.glob(".*.html.*"), *out.glob(".run.*")]:
            partial.unlink()  # what a killed run had begun to write
        yield


def read_run(out: Path) -> dict[str, Any]:
    """Return what run.json holds; nothing where there is none."""
    file = out / "run.json"
    try:
        run = json.loads(file.read_bytes())
    except FileNotFoundError:
        return {}
    except ValueError:
        run = None
    types = {"seed": int, "suite": str, "again": dict}
    if not isinstance(run, dict) or any(type(run.get(k)) is not t for k, t in types.items()):
        raise BatchError(
            f"{file} is damaged; put back a copy of it, or grade all that has results there again "
            "with --no-resume, or choose another folder"
        )
    return run


def marks(run: dict[str, Any], name: str) -> dict[str, str]:
    """Return what a submission's results must hold to be those of this run."""
    return {"suite": run.get("suite", ""), "again": run.get("again", {}).get(name, "")}


def check_of_one_run(out: Path, by_folder: dict[str, dict[str, Any]]) -> None:
    """Refuse results that are older than the run, as a call that was stopped leaves them."""
    run = read_run(out)
    if not run:
        return
    extras = ((name, results["extra_data"]) for name, results in by_folder.items())
    graded = [(name, extra) for name, extra in extras if extra["ended"] != CRASHED]
    made_of = {name: {"seed": run["seed"], **marks(run, name)} for name, _ in graded}
    if older := [name for name, extra in graded if not extra.items() >= made_of[name].items()]:
        raise BatchError(
            f"of {', '.join(older)} {out} holds results of an earlier run: the call that was to "
            "grade these again was stopped; do so now, or move their folders away"
        )


def suite_fingerprint() -> str:
    """Return a hash of all that the tests are made of."""
    digest = hashlib.sha256()
    files = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tests").rglob("*.toml")]
    for path in sorted(files):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


STUDENT, TA = "report.html", "ta.html"
