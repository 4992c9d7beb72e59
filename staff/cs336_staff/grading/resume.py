"""Open a class's run: check what is to be graded against what is there, then begin."""

import json
import secrets
from collections import defaultdict
from collections.abc import Callable, Collection
from contextlib import nullcontext, suppress
from dataclasses import replace
from itertools import chain, count
from os.path import exists
from pathlib import Path
from typing import Any

from cs336_staff.errors import BatchError, cannot_grade
from cs336_staff.files.whole import write_whole
from cs336_staff.results.record import write_results
from cs336_staff.results.run_folder import (
    STUDENT,
    TA,
    marks,
    read_run,
    results_in,
    suite_fingerprint,
)
from cs336_staff.results.verdict import CRASHED
from cs336_staff.uploads.discover import Upload
from cs336_staff.uploads.platforms import Student
from cs336_staff.uploads.unpack import fingerprint

REPLACED = "replaced"  # the folder of results whose students have handed in anew

Lacks = Callable[[dict[str, Any]], bool]  # whether a result's extra data lack what is asked now


def open_run(
    out: Path,
    seed: int | None,
    resume: bool,
    entries: list[Upload],
    lacks: Lacks | None = None,
) -> tuple[int, list[Upload]]:
    """Check that what a call grades may stand beside what is there.

    Nothing is changed before all is checked. Then run.json is replaced as a whole, and with that
    older results count no more; each stays until its new one is written.

    Returns:
        The run's seed, and the entries under the names of their results.
    """
    had = _results_there(out, {entry.name for entry in entries})
    entries = _named(entries, had)
    names = {entry.name for entry in entries}
    others = {name: extra for name, extra in had.items() if name not in names}
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
    coming = {student.known_as for entry in entries for student in entry.students}
    others = {name: extra for name, extra in others.items() if not _gives_way(extra, coming)}
    _check_others(out, others, seed, suite)
    _check_students(out, others, entries)
    if resume:
        names = {name for name in names if lacks and name in had and lacks(had[name])}
    again = dict.fromkeys(sorted(names), secrets.token_hex(4))
    new = {"seed": seed, "suite": suite, "again": {**run.get("again", {}), **again}}
    if new != run:
        write_whole(out / "run.json", json.dumps(new), 0o600)
    _renew_said(out, entries, had)
    return seed, entries


def _results_there(out: Path, named: set[str]) -> dict[str, dict[str, Any]]:
    """Return the extra data of all results; of a damaged one that is named it will be graded."""
    had = {}
    for file in sorted(out.glob("*/results.json")):
        name = file.parent.name
        with suppress(BatchError) if name in named else nullcontext():
            had[name] = results_in(file.parent)["extra_data"]
    return had


def _named(entries: list[Upload], had: dict[str, dict[str, Any]]) -> list[Upload]:
    """Give each upload a name of its own: that of its results, where there are some.

    A new one gets no name that results of another upload have, in any case.
    """
    names = {place: name for name, extra in had.items() if (place := _place(extra))}
    there = {name.casefold(): extra for name, extra in had.items()}
    named = {entry: names[entry.path] for entry in entries if entry.path in names}
    taken = {name.casefold() for name in named.values()}
    wanted = {entry.name.casefold() for entry in entries}
    for entry in entries:
        if entry not in named:
            numbered = (f"{entry.name}-{number}" for number in count(2))
            free = (name for name in numbered if name.casefold() not in wanted)
            named[entry] = next(
                name
                for name in chain([entry.name], free)
                if name.casefold() not in taken and _may_take(entry, there.get(name.casefold(), {}))
            )
            taken.add(named[entry].casefold())
    entries = [replace(entry, name=named[entry]) for entry in entries]
    return sorted(entries, key=lambda entry: (entry.name.casefold(), entry.name))


def _may_take(entry: Upload, extra: dict[str, Any]) -> bool:
    """Return whether an upload may take a name: nobody's, of one that is gone, or its own.

    Its own is that of the folder that it lies in, or of a zip file that was unpacked beside.
    """
    place = _place(extra)
    own = place and (place.is_relative_to(entry.path) or entry.path.is_relative_to(place))
    return not place or not exists(place) or bool(own)


def _place(said: dict[str, Any]) -> Path | None:
    """Return where results say that their upload lay; None where that is not known exactly."""
    text = said.get("upload", "")
    exact = text.startswith("/") and "\N{REPLACEMENT CHARACTER}" not in text
    return Path(text) if exact else None


def _gives_way(extra: dict[str, Any], students: Collection[str]) -> bool:
    """Return whether an upload is gone, and these students, all of its own, have another."""
    place, own = _place(extra), {student.known_as for student in _students(extra)}
    gone = place is not None and not exists(place)
    return gone and bool(own) and "" not in own and own <= set(students)


def set_aside(out: Path, by_folder: dict[str, dict[str, Any]]) -> list[str]:
    """Move results that give way to new ones to the folder `replaced`; return their names."""
    extras = {name: results["extra_data"] for name, results in by_folder.items()}
    judged = [e for e in extras.values() if e["ended"] != CRASHED and exists(_place(e) or "")]
    students = {student.known_as for extra in judged for student in _students(extra)}
    names = [name for name, extra in extras.items() if _gives_way(extra, students)]
    if names:
        (out / REPLACED).mkdir(mode=0o700, exist_ok=True)
    for name in names:
        places = (out / REPLACED / f"{name}-{number}" for number in count(1))
        (out / name).rename(next(place for place in places if not place.exists()))
    return names


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


def _students(extra: dict[str, Any]) -> list[Student]:
    names = Student.__dataclass_fields__
    rows = extra.get("students") or []
    return [Student(**{name: row.get(name, "") for name in names}) for row in rows]


def _renew_said(out: Path, entries: list[Upload], had: dict[str, dict[str, Any]]) -> None:
    """Renew, in results that are there, where the upload lies and whose it is.

    A list of students may have been corrected, or the uploads moved. Where a list is gone, what it
    said is kept. What was made from other files will be graded.
    """
    for entry in entries:
        said = {key: value for key, value in entry.said.items() if value}
        extra = had.get(entry.name)
        if extra is None or extra.items() >= said.items():
            continue
        with suppress(OSError):  # it will be told when it is graded
            if extra.get("fingerprint") == fingerprint(entry.path):
                results = results_in(out / entry.name)
                results["extra_data"] |= said
                write_results(out / entry.name, results)


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
