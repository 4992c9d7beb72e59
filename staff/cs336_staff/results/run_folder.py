"""The state of a class's run, which is all in files.

A submission is done when its results.json is there, made from these very files, with the run's seed
and tests, since it was last to be graded again; so the same command (without --no-resume) goes on
after anything, and ends with the same grades. run.json holds the run's seed and tests and, under
"again", a token for each submission that a call with --no-resume named: results without that token
are older than the call, and count no more.
"""

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from cs336_staff.errors import GOES_ON, BatchError, one_clear_error
from cs336_staff.paths import ROOT
from cs336_staff.results.attempts import Which, counting
from cs336_staff.results.record import Extra, Results, read_results
from cs336_staff.results.typed_json import BadData, decode
from cs336_staff.results.verdict import CRASHED

STUDENT, TA = "report.html", "ta.html"


class Run(Struct, frozen=True):
    """What run.json holds.

    Attributes:
        seed: of all random inputs.
        suite: a hash of the tests.
        again: by submission, the token of the latest call with --no-resume that named it.
        attempts: which of a student's several submissions counts.
    """

    seed: int
    suite: str
    again: dict[str, str]
    attempts: Which = ""

    def stamp(self, extra: Extra, name: str) -> None:
        """Note in a submission's results that they are of this run."""
        extra.suite, extra.again = self.suite, self.again.get(name, "")

    def made(self, extra: Extra, name: str) -> bool:
        """Return whether a submission's results are of this run, with its seed and tests."""
        marks = (self.seed, self.suite, self.again.get(name, ""))
        return (extra.seed, extra.suite, extra.again) == marks


def load_results(out: Path) -> dict[str, Results]:
    """Return all results in a folder by their folders' names, and in the order of these."""
    folders = sorted((path.parent for path in out.glob("*/results.json")), key=_by_name)
    return {folder.name: results_in(folder) for folder in folders}


def counted_results(out: Path) -> dict[str, Results]:
    """Return the results in a folder that count: one of each student's, as the run chooses."""
    run = read_run(out)
    return counting(load_results(out), run.attempts if run else "")


def results_in(folder: Path) -> Results:
    """Return the results in one submission's folder; a BatchError says that they are damaged."""
    file = folder / "results.json"
    try:
        return read_results(file)
    except BadData as error:
        raise BatchError(
            f"{file} is damaged, or another edition of this program wrote it; remove it, and grade "
            f"that submission again ({error})"
        ) from error


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


def read_run(out: Path) -> Run | None:
    """Return what run.json holds; None where there is none."""
    file = out / "run.json"
    try:
        return decode(file.read_bytes(), Run)
    except FileNotFoundError:
        return None
    except BadData as error:
        raise BatchError(
            f"{file} is damaged ({error}); put back a copy of it, or grade all that has results "
            "there again with --no-resume, or choose another folder"
        ) from error


def check_of_one_run(out: Path, by_folder: dict[str, Results]) -> None:
    """Refuse results that are older than the run, as a call that was stopped leaves them."""
    run = read_run(out)
    if not run:
        return
    extras = {name: results.extra_data for name, results in by_folder.items()}
    graded = {name: extra for name, extra in extras.items() if extra.ended != CRASHED}
    if older := [name for name, extra in graded.items() if not run.made(extra, name)]:
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
