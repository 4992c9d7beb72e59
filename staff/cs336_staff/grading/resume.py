"""Open a class's run: check that what is to be graded fits the existing results."""

import secrets
from collections import defaultdict
from collections.abc import Callable, Collection
from contextlib import nullcontext, suppress
from dataclasses import replace
from itertools import chain, count
from os.path import exists
from pathlib import Path

import msgspec

from cs336_staff.errors import BatchError, cannot_grade
from cs336_staff.files.whole import write_whole
from cs336_staff.results.attempts import Which
from cs336_staff.results.record import Extra, Results, write_results
from cs336_staff.results.run_folder import (
    STUDENT,
    TA,
    Run,
    read_run,
    results_in,
    suite_fingerprint,
)
from cs336_staff.results.typed_json import encode
from cs336_staff.results.verdict import CRASHED
from cs336_staff.uploads.discover import Upload
from cs336_staff.uploads.unpack import fingerprint

REPLACED = "replaced"  # the folder of superseded results

IsOutdated = Callable[[Extra], bool]


def open_run(
    out: Path,
    seed: int | None,
    resume: bool,
    entries: list[Upload],
    is_outdated: IsOutdated | None = None,
    attempts: Which = "",
) -> tuple[Run, list[Upload]]:
    """Check that what a call grades fits the existing results, and write run.json.

    Nothing is written before all checks have passed. The new run.json makes older results outdated;
    each stays until its new one is written.

    Returns:
        The run, and the entries under the names of their results.
    """
    had = _existing_results(out, {entry.name for entry in entries})
    entries = _with_names(entries, had)
    names = {entry.name for entry in entries}
    others = {name: extra for name, extra in had.items() if name not in names}
    run = read_run(out) if resume or others else None
    there = any(out.glob("*/results.json"))
    if resume and there and not run:
        raise BatchError(
            f"{out} holds results and no run.json; put back a copy of it (the seed is in each "
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
        seed = run.seed if run else secrets.randbits(48)
    coming = {student.known_as for entry in entries for student in entry.students}
    others = {name: extra for name, extra in others.items() if not _is_superseded(extra, coming)}
    _check_others(out, others, seed, suite)
    attempts = attempts or (run.attempts if run else "")
    if not attempts:
        _check_students(out, others, entries)
    if resume:
        names = {name for name in names if is_outdated and name in had and is_outdated(had[name])}
    again = dict.fromkeys(sorted(names), secrets.token_hex(4))
    new = Run(seed, suite, {**(run.again if run else {}), **again}, attempts)
    if new != run:
        write_whole(out / "run.json", encode(new), 0o600)
    _renew_origin(out, entries, had)
    return new, entries


def _existing_results(out: Path, named: set[str]) -> dict[str, Extra]:
    """Return the extra data of all results except damaged ones that are graded again now."""
    had = {}
    for file in sorted(out.glob("*/results.json")):
        name = file.parent.name
        with suppress(BatchError) if name in named else nullcontext():
            had[name] = results_in(file.parent).extra_data
    return had


def _with_names(entries: list[Upload], had: dict[str, Extra]) -> list[Upload]:
    """Give each upload a name of its own: that of its existing results, where it has some.

    A new upload gets no name that results of another have, upper and lower case being the same.
    """
    names = {path: name for name, extra in had.items() if (path := _full_path(extra.upload))}
    there = {name.casefold(): extra for name, extra in had.items()}
    named = {entry: names[entry.path] for entry in entries if entry.path in names}
    taken = {name.casefold() for name in named.values()}
    wanted = {entry.name.casefold() for entry in entries}
    for entry in entries:
        if entry not in named:
            numbered = (f"{entry.name}-{number}" for number in count(2))
            free = (name for name in numbered if name.casefold() not in wanted)
            for name in chain([entry.name], free):
                key = name.casefold()
                if key not in taken and (key not in there or _is_free(there[key], entry)):
                    break
            named[entry] = name
            taken.add(key)
    entries = [replace(entry, name=named[entry]) for entry in entries]
    return sorted(entries, key=lambda entry: (entry.name.casefold(), entry.name))


def _is_free(extra: Extra, entry: Upload) -> bool:
    """Return whether an upload may take the name of these results.

    It may if their upload is gone, or one is inside the other: a zip file unpacked beside itself.
    """
    path = _full_path(extra.upload)
    same = path and (path.is_relative_to(entry.path) or entry.path.is_relative_to(path))
    return not path or not exists(path) or bool(same)


def _full_path(upload: str) -> Path | None:
    """Return an upload's path as results show it; None where they show only a part of it."""
    whole = upload.startswith("/") and "\N{REPLACEMENT CHARACTER}" not in upload
    return Path(upload) if whole else None


def _is_superseded(extra: Extra, students: Collection[str]) -> bool:
    """Return whether an upload is gone and all of its students are among these."""
    path, own = _full_path(extra.upload), {student.known_as for student in extra.students}
    gone = path is not None and not exists(path)
    return gone and bool(own) and "" not in own and own <= set(students)


def move_superseded(out: Path, by_folder: dict[str, Results]) -> list[str]:
    """Move superseded results to the folder `replaced`; return their names."""
    extras = {name: results.extra_data for name, results in by_folder.items()}
    judged = [
        e for e in extras.values() if e.ended != CRASHED and exists(_full_path(e.upload) or "")
    ]
    students = {student.known_as for extra in judged for student in extra.students}
    names = [name for name, extra in extras.items() if _is_superseded(extra, students)]
    if names:
        (out / REPLACED).mkdir(mode=0o700, exist_ok=True)
    for name in names:
        targets = (out / REPLACED / f"{name}-{number}" for number in count(1))
        (out / name).rename(next(target for target in targets if not target.exists()))
    return names


def _check_same(out: Path, run: Run, seed: int | None, suite: str) -> None:
    if seed not in (None, run.seed):
        raise BatchError(
            f"{out} was graded with another seed; leave --seed out to use that seed, "
            "grade everything again with --no-resume, or choose another folder"
        )
    if run.suite != suite:
        raise BatchError(
            f"the tests have changed since the run in {out} began, so its grades would not be "
            "comparable; grade everything again with --no-resume, or into another folder"
        )


def _check_others(out: Path, others: dict[str, Extra], seed: int, suite: str) -> None:
    """Refuse a folder that also holds results made with another seed or other tests."""
    foreign = [n for n, extra in others.items() if (extra.seed, extra.suite) != (seed, suite)]
    if foreign:
        raise BatchError(
            f"{out} also holds results made with another seed or other tests, of "
            f"{', '.join(foreign)}, so the grades would not be comparable; grade these too, or "
            "move their folders away, or choose another folder"
        )


def _check_students(out: Path, others: dict[str, Extra], entries: list[Upload]) -> None:
    """Refuse two submissions of one student: a gradebook could take either row."""
    pairs = [(student, str(entry.path)) for entry in entries for student in entry.students]
    for name, extra in others.items():
        pairs += [(student, str(out / name)) for student in extra.students]
    paths: dict[str, list[str]] = defaultdict(list)
    for student, path in pairs:
        if path not in paths[student.known_as]:
            paths[student.known_as].append(path)
    paths.pop("", None)
    if repeated := [f"{who}: {', '.join(own)}" for who, own in paths.items() if len(own) > 1]:
        raise BatchError(
            "some students have several submissions; say with --attempts which one counts, or move "
            f"away all but one of each (and, in {out}, results of an earlier one):\n"
            + "\n".join(repeated)
        )


def _renew_origin(out: Path, entries: list[Upload], had: dict[str, Extra]) -> None:
    """Update in existing results where the upload is, and whose.

    A list of students may have been corrected, or the uploads moved. If a list is gone, the
    students that it named are kept. Results of other files stay as they are: they are made again.
    """
    for entry in entries:
        extra = had.get(entry.name)
        if extra is None:
            continue
        renewed = msgspec.structs.replace(extra)
        entry.write_origin(renewed)
        if renewed == extra:
            continue
        with suppress(OSError):  # grading it reports the error
            if extra.fingerprint == fingerprint(entry.path):
                results = results_in(out / entry.name)
                entry.write_origin(results.extra_data)
                write_results(out / entry.name, results)


def is_done(out: Path, entry: Upload, run: Run) -> bool:
    """Return whether a submission has whole results of these files and of this run."""
    try:
        extra = results_in(out / entry.name).extra_data
    except (FileNotFoundError, BatchError):
        return False
    if extra.ended == CRASHED or extra.no_pages or not run.made(extra, entry.name):
        return False
    if not all((out / entry.name / file).exists() for file in (STUDENT, TA, "junit.xml")):
        return False
    try:
        return extra.fingerprint == fingerprint(entry.path)
    except OSError as error:
        raise cannot_grade(entry.name, error) from error
