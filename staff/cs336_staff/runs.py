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
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from cs336_staff.errors import GOES_ON, BatchError, cannot_grade, one_clear_error
from cs336_staff.intake import Unfit, take_in
from cs336_staff.paths import ROOT
from cs336_staff.report.pages import STUDENT, TA
from cs336_staff.results import BadResults, read_results, write_results, write_whole
from cs336_staff.scratch import scratch_folder
from cs336_staff.uploads import Student, Upload
from cs336_staff.verdict import CRASHED


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
        raise BatchError(f"{why}; choose another") from error
    with file, one_clear_error(then):
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # not inherited by forks
        except (BlockingIOError, PermissionError) as error:
            raise BatchError(f"another run is grading into {out}") from error
        for partial in [*out.glob(".grades.csv.*"), *out.glob(".*.html.*"), *out.glob(".run.*")]:
            partial.unlink()  # what a killed run had begun to write
        yield


Lacks = Callable[[dict[str, Any]], bool]  # whether a result's extra data lack what is asked now


def open_run(
    out: Path, seed: int | None, resume: bool, entries: list[Upload], lacks: Lacks | None = None
) -> int:
    """Check that what a call grades may stand beside what is there; return the run's seed.

    Nothing is changed before all is checked. Then run.json is replaced as a whole, and with that
    older results count no more; each stays until its new one is written.
    """
    names = {entry.name for entry in entries}
    others = {
        file.parent.name: results_in(file.parent)["extra_data"]
        for file in sorted(out.glob("*/results.json"))
        if file.parent.name not in names
    }
    run = read_run(out) if resume or others else {}
    there = any(out.glob("*/results.json"))
    if resume and there and not run:
        raise BatchError(
            f"{out} holds results and no run.json; put back a copy of it (the seed stands in each "
            "results.json), or grade everything again with --no-resume, or choose another folder"
        )
    ours = there or (out / "run.json").exists()
    if not ours and (foreign := [n for n in ("grades.csv", "index.html") if (out / n).exists()]):
        raise BatchError(
            f"{out} holds {' and '.join(foreign)} and no run.json, so no run wrote that, and it "
            "would be replaced; choose another folder for --out"
        )
    suite = suite_fingerprint()
    if resume and run:
        _check_same(out, run, seed, suite)
    if seed is None:
        seed = run.get("seed", secrets.randbits(48))
    _check_others(out, others, seed, suite)
    _check_students(out, others, entries)
    if resume:
        names = {name for name in names if lacks and _is_there(out / name, lacks)}
    again = dict.fromkeys(sorted(names), secrets.token_hex(4))
    new = {"seed": seed, "suite": suite, "again": {**run.get("again", {}), **again}}
    if new != run:
        write_whole(out / "run.json", json.dumps(new), 0o600)
    _renew_said(out, entries)
    return seed


def _is_there(folder: Path, such: Lacks) -> bool:
    try:
        return such(results_in(folder)["extra_data"])
    except (FileNotFoundError, BatchError):  # it will be graded
        return False


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


def _check_same(out: Path, run: dict[str, Any], seed: int | None, suite: str) -> None:
    if seed not in (None, run["seed"]):
        raise BatchError(
            f"{out} was graded with another seed; leave --seed out to go on with its own, "
            "grade everything again with --no-resume, or choose another folder"
        )
    if run["suite"] != suite:
        raise BatchError(
            f"the tests have changed since {out} was begun, so its grades would not be "
            "comparable; grade everything again with --no-resume, or into another folder"
        )


def _check_others(out: Path, others: dict[str, dict[str, Any]], seed: int, suite: str) -> None:
    """Refuse a folder that also holds results made with another seed or other tests."""
    foreign = [
        name
        for name, extra in others.items()
        if (extra.get("seed"), extra.get("suite")) != (seed, suite)
    ]
    if foreign:
        raise BatchError(
            f"{out} also holds results made with another seed or other tests, of "
            f"{', '.join(foreign)}, so the grades would not be comparable; grade these too, or "
            "move their folders away, or choose another folder"
        )


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


def _check_students(out: Path, others: dict[str, dict[str, Any]], entries: list[Upload]) -> None:
    """Refuse two submissions of one student: a gradebook could take either row."""
    whose = [(str(entry.path), student) for entry in entries for student in entry.students]
    for name, extra in others.items():
        whose += [(str(out / name), student) for student in _students(extra)]
    places: dict[str, list[str]] = defaultdict(list)
    for place, student in whose:
        if place not in places[student.known_as]:
            places[student.known_as].append(place)
    places.pop("", None)
    if repeated := [f"{who}: {', '.join(at)}" for who, at in places.items() if len(at) > 1]:
        raise BatchError(
            "there are several submissions of one student; move away all but one of each "
            f"(and in {out}, results of an earlier one):\n" + "\n".join(repeated)
        )


def _students(extra: dict[str, Any]) -> list[Student]:
    names = Student.__dataclass_fields__
    rows = extra.get("students") or []
    return [Student(**{name: row.get(name, "") for name in names}) for row in rows]


def _renew_said(out: Path, entries: list[Upload]) -> None:
    """Renew, in results that are there, where the upload lies and whose it is.

    A list of students may have been corrected, or the uploads moved. Where a list is gone, what it
    said is kept.
    """
    for entry in entries:
        said = {key: value for key, value in entry.said.items() if value}
        with suppress(FileNotFoundError, BatchError):  # it will be graded
            results = results_in(out / entry.name)
            if not results["extra_data"].items() >= said.items():
                results["extra_data"] |= said
                write_results(out / entry.name, results)


def suite_fingerprint() -> str:
    """Return a hash of all that the tests are made of."""
    digest = hashlib.sha256()
    files = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tests").rglob("*.toml")]
    for path in sorted(files):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def fingerprint(submission: Path) -> str:
    """Return a hash of what would be graded of a submission, or of why it cannot be."""
    digest = hashlib.sha256()
    with scratch_folder() as folder:
        try:
            taken = take_in(submission, folder / "submission")
        except Unfit as unfit:
            return hashlib.sha256(f"unfit: {unfit}".encode(errors="replace")).hexdigest()
        for path in sorted(path for path in taken.rglob("*") if path.is_file()):
            name = path.relative_to(taken).as_posix()
            digest.update(name.encode(errors="surrogateescape") + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_done(out: Path, entry: Upload, seed: int) -> bool:
    """Return whether a submission's results are there, whole, of these files and of this run."""
    try:
        extra = results_in(out / entry.name)["extra_data"]
    except (FileNotFoundError, BatchError):
        return False
    if extra.get("ended") == CRASHED or extra.get("seed") != seed or extra.get("no_pages"):
        return False
    if not all((out / entry.name / file).exists() for file in (STUDENT, TA, "junit.xml")):
        return False
    if not extra.items() >= marks(read_run(out), entry.name).items():
        return False
    try:
        return bool(extra.get("fingerprint") == fingerprint(entry.path))
    except OSError as error:
        raise cannot_grade(entry.name, error) from error
