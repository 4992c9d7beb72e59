"""Read from a platform's export whose each upload is, and when it was handed in.

`PLATFORMS` has a function for each platform. It takes a folder of uploads and the names in it, and
returns a HandIn for each name; it returns nothing if the folder is not that platform's export.
"""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from os.path import isdir
from pathlib import Path
from typing import Any

import yaml

from cs336_staff.results.record import Attempt, Student
from tests.harness.plugin.problems import all_problems

ARCHIVES = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar")
METADATA = "submission_metadata.yml"
MAX_METADATA_BYTES = 256 * 2**20
_CANVAS = re.compile(r"(?P<student>(?!\d+_)[^_]+)_(?P<late>LATE_)?(?P<id>\d+)_(?P<file>\d+)_")
# It makes only text, lists and mappings: the SID 0042 stays text.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class BadUploads(ValueError):
    """A path without submissions; the message says what to do."""


@dataclass(frozen=True)
class HandIn:
    """What a platform records about an upload.

    Attributes:
        students: whose it is.
        handed_in: sorts the uploads of a student: the time in UTC, or a number that grows.
        attempt: the number of this submission among its student's, from 1; 0 if unknown.
        earlier: the student's earlier submissions.
        late: "yes" or "no"; "" if unknown.
    """

    students: tuple[Student, ...] = ()
    handed_in: str = ""
    attempt: int = 0
    earlier: tuple[Attempt, ...] = ()
    late: str = ""


UNKNOWN = HandIn()
HandIns = dict[str, HandIn]


def canvas(folder: Path, names: list[str]) -> HandIns:
    """Read the names of Canvas's “Download Submissions”, such as ada_1234_56789_hw.zip.

    Other names may look alike, so these count only if most submissions have such a name.
    """
    found = {name: match for name in names if (match := _CANVAS.match(name))}
    others = [name for name in names if name not in found and is_container(folder / name)]
    if len(found) <= len(others):
        return {}
    return {
        name: HandIn(
            (Student(m["student"], canvas_id=m["id"]),),
            handed_in=f"file {int(m['file']):015}",
            late="yes" if m["late"] else "no",
        )
        for name, m in found.items()
    }


def gradescope(folder: Path, names: list[str]) -> HandIns:
    """Read the metadata of Gradescope's “Export Submissions”: submitters, times, history.

    A damaged entry leaves its own folder without students, and no other.
    """
    file = folder / METADATA
    if file.is_symlink() or not file.is_file():
        return {}
    mend = "export the submissions again, or remove it"
    if file.stat().st_size > MAX_METADATA_BYTES:
        raise BadUploads(f"{file} is over {MAX_METADATA_BYTES // 2**20} MiB; {mend}")
    text = file.read_text(encoding="utf-8-sig", errors="replace")
    found: HandIns = {}
    for entry in re.split(r"^(?=\S)", text, flags=re.MULTILINE):
        # The results after the submitters can be megabytes, and are not needed.
        head = re.split(r"^ +:?(?:results|history):", entry, maxsplit=1, flags=re.MULTILINE)[0]
        try:
            submitters = _submitters(yaml.load(head, _LOADER))
        except yaml.YAMLError:
            continue
        at, earlier = _time(entry), _history(entry)
        found |= {
            name: HandIn(own, at, len(earlier) + 1, earlier) for name, own in submitters.items()
        }
    if not found:
        raise BadUploads(f"{file} names no submitter, as Gradescope's does; {mend}")
    return found


def _time(text: str, indent: str = "  ") -> str:
    """Return when a submission was handed in, in UTC; "" without a readable time."""
    found = re.search(rf"^{indent}:?created_at: *['\"]?([^'\"\n]+)", text, re.MULTILINE)
    written = re.sub(r" +(?=Z$|[+-]\d\d:?\d\d$)", "", found[1].strip()) if found else ""
    try:
        at = datetime.fromisoformat(written)
    except ValueError:
        return ""
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return at.astimezone(UTC).isoformat(timespec="seconds")


def _history(entry: str) -> tuple[Attempt, ...]:
    """Return the earlier submissions in an entry, the earliest first."""
    block = re.search(r"^  :?history: *\n((?:(?:  [\s-].*)?\n)*)", f"{entry}\n", re.MULTILINE)
    items = re.split(r"^  - ", block[1], flags=re.MULTILINE)[1:] if block else []
    attempts = (_attempt(re.sub(r"^ {4}", "", item, flags=re.MULTILINE)) for item in items)
    return tuple(sorted(attempts, key=lambda attempt: attempt.handed_in))


def _attempt(item: str) -> Attempt:
    """Read an item of the history; without this suite's results, it has no verdicts.

    Only the tests among its results are parsed: the rest can be megabytes.
    """
    fields = re.split(r"^(?=\S)", item, flags=re.MULTILINE)
    results = next((field for field in fields if re.match(r":?results:", field)), "")
    parts = re.split(r"^(?=  [^\s-])", results, flags=re.MULTILINE)
    try:
        parsed = yaml.load("".join(p for p in parts if p.startswith("  tests:")), _LOADER)
        tests = parsed["tests"]
        scores = {
            test["name"].partition(":")[0]: float(test["score"])
            for test in tests
            if "score" in test
        }
    except (yaml.YAMLError, TypeError, KeyError, ValueError, AttributeError):
        scores = {}
    judged = [id_ for id_ in all_problems() if id_ in scores]
    passed = tuple(id_ for id_ in judged if scores[id_] > 0)
    return Attempt(_time(item, ""), passed, tuple(id_ for id_ in judged if id_ not in passed))


def _submitters(entry: Any) -> dict[str, tuple[Student, ...]]:
    """Return the students of each folder in an entry; none if it has another form."""
    students: dict[str, tuple[Student, ...]] = {}
    for folder, fields in entry.items() if isinstance(entry, dict) else ():
        rows = _without_colons(fields).get("submitters")
        for row in rows if isinstance(rows, list) else ():
            if known := _without_colons(row):
                own = {key: _text(known.get(key)) for key in ("name", "sid", "email")}
                students[folder] = (*students.get(folder, ()), Student(**own))
    return students


def _without_colons(fields: Any) -> dict[str, Any]:
    """Return fields by their names, without the colon that Ruby writes before each."""
    named = fields.items() if isinstance(fields, dict) else ()
    return {str(name).lstrip(":"): value for name, value in named}


def _text(value: object) -> str:
    return value if isinstance(value, str) and value not in ("null", "~") else ""


PLATFORMS = (gradescope, canvas)


def hand_ins(folder: Path, names: list[str], due: datetime | None = None) -> HandIns:
    """Return what platforms record about the uploads in a folder, by name.

    Args:
        folder: the folder of uploads.
        names: their names.
        due: after this time a submission is late, if the platform records only times.
    """
    found: HandIns = {}
    for platform in PLATFORMS:
        found = platform(folder, names) | found
    return {name: _with_lateness(hand_in, due) for name, hand_in in found.items()}


def _with_lateness(hand_in: HandIn, due: datetime | None) -> HandIn:
    """Set `late` by the time of the hand-in, if the platform does not record it."""
    if due is None or hand_in.late:
        return hand_in
    try:
        at = datetime.fromisoformat(hand_in.handed_in)
    except ValueError:
        return hand_in
    return replace(hand_in, late="yes" if at > due else "no")


def is_container(path: Path) -> bool:
    """Return whether an upload may contain a submission: it is a folder, archive or link."""
    return isdir(path) or path.is_symlink() or path.name.lower().endswith(ARCHIVES)
