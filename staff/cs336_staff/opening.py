"""Open a class's run: check what is to be graded against what is there, then begin."""

import json
import secrets
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from os.path import exists
from pathlib import Path
from typing import Any

from rich.console import Console

from cs336_staff.errors import BatchError
from cs336_staff.results import some_of, write_results, write_whole
from cs336_staff.runs import fingerprint, read_run, results_in, suite_fingerprint
from cs336_staff.uploads import Student, Upload

REPLACED = "replaced"  # the folder of results whose students have handed in anew

Lacks = Callable[[dict[str, Any]], bool]  # whether a result's extra data lack what is asked now


def open_run(
    out: Path,
    seed: int | None,
    resume: bool,
    entries: list[Upload],
    console: Console,
    lacks: Lacks | None = None,
) -> int:
    """Check that what a call grades may stand beside what is there; return the run's seed.

    Nothing is changed before all is checked. Then run.json is replaced as a whole, and with that
    older results count no more; each stays until its new one is written. Results of uploads that
    are gone, and that the same students' new ones replace, are moved to the folder `replaced`.
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
    replaced = _replaced(others, entries)
    others = {name: extra for name, extra in others.items() if name not in replaced}
    _check_others(out, others, seed, suite)
    _check_students(out, others, entries)
    _check_places(out, entries)
    if resume:
        known = ((entry.name, _results_of(out, entry)) for entry in entries)
        names = {name for name, had in known if had and lacks and lacks(had["extra_data"])}
    again = dict.fromkeys(sorted(names), secrets.token_hex(4))
    new = {"seed": seed, "suite": suite, "again": {**run.get("again", {}), **again}}
    if new != run:
        write_whole(out / "run.json", json.dumps(new), 0o600)
    if replaced:
        _set_aside(out, replaced)
        text = f"handed in anew, the earlier results are in {out / REPLACED}: {some_of(replaced)}"
        console.print(text, markup=False, highlight=False, soft_wrap=True)
    _renew_said(out, entries)
    return seed


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


def _check_places(out: Path, entries: list[Upload]) -> None:
    """Refuse an upload that would take the place of another one's results, for their names alone.

    Which names two uploads of one name get depends on what a call names.
    """
    for entry in entries:
        extra = _results_of(out, entry).get("extra_data", {})
        earlier = Path(extra.get("upload", ""))
        if not earlier.is_absolute() or not exists(earlier):
            continue
        if earlier.is_relative_to(entry.path) or entry.path.is_relative_to(earlier):
            continue  # the same, or a zip file and the folder in which it was unpacked
        if not _is_of(extra, entry):
            raise BatchError(
                f"{out / entry.name} holds the results of {earlier}, which is still there, and "
                f"{entry.path} would take their place; name all the folders of uploads in one "
                "call, or choose another folder for --out"
            )


def _results_of(out: Path, entry: Upload) -> dict[str, Any]:
    with suppress(FileNotFoundError, BatchError):  # it will be graded
        return results_in(out / entry.name)
    return {}


def _is_of(extra: dict[str, Any], entry: Upload) -> bool:
    """Return whether results were made from the files that an upload has now, as far as known."""
    with suppress(OSError):  # it will be told when it is graded
        return extra.get("fingerprint") in (None, fingerprint(entry.path))
    return True


def _replaced(others: dict[str, dict[str, Any]], entries: list[Upload]) -> list[str]:
    """Return the results whose uploads are gone, and all of whose students have new ones."""
    known = {student.known_as for entry in entries for student in entry.students}
    return [
        name
        for name, extra in others.items()
        if (students := {student.known_as for student in _students(extra)})
        and students <= known - {""}
        and extra.get("upload", "").startswith("/")  # whole, for a very long one is cut
        and not exists(extra["upload"])
    ]


def _set_aside(out: Path, names: list[str]) -> None:
    (out / REPLACED).mkdir(mode=0o700, exist_ok=True)
    for name in names:
        places = (out / REPLACED / f"{name}-{number}" for number in count(1))
        (out / name).rename(next(place for place in places if not place.exists()))


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
        results = _results_of(out, entry)
        if not results or results["extra_data"].items() >= said.items():
            continue
        if _is_of(results["extra_data"], entry):  # else it will be graded
            results["extra_data"] |= said
            write_results(out / entry.name, results)
