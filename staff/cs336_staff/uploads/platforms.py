"""Say whose each upload is and when it was handed in, as the platform that it comes from says.

One function a platform: from a folder of uploads and the names in it to what it says of each name.
A new platform is one more function in `PLATFORMS`; one that does not know a folder returns nothing.
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
# Makes nothing but text, lists and mappings, so the SID 0042 stays text.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class BadUploads(ValueError):
    """A path that names no submissions; the message says what to do."""


@dataclass(frozen=True)
class HandIn:
    """What a platform says of an upload.

    Attributes:
        students: whose it is.
        handed_in: what orders the uploads of one student: the time in UTC, or a growing number.
        attempt: which of its student's submissions it is, from 1; 0 where nothing says so.
        earlier: the student's earlier submissions.
        late: "yes" or "no"; "" where the platform does not say.
    """

    students: tuple[Student, ...] = ()
    handed_in: str = ""
    attempt: int = 0
    earlier: tuple[Attempt, ...] = ()
    late: str = ""


NOT_SAID = HandIn()
HandIns = dict[str, HandIn]


def canvas(folder: Path, names: list[str]) -> HandIns:
    """Read the names of Canvas's “Download Submissions”, such as ada_1234_56789_hw.zip.

    A name of another origin may look like that, so more must do so than submissions do not.
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
    """Read the metadata of Gradescope's “Export Submissions”: each folder's submitters and time.

    An entry that is damaged leaves its own folder without students.
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
        # Earlier results, which follow the submitters, can be megabytes; nothing in them is used.
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
    """Return in UTC when a submission was handed in; "" where its text does not say."""
    found = re.search(rf"^{indent}:?created_at: *['\"]?([^'\"\n]+)", text, re.MULTILINE)
    written = re.sub(r" +(?=Z$|[+-]\d\d:?\d\d$)", "", found[1].strip()) if found else ""
    try:
        at = datetime.fromisoformat(written)
    except ValueError:
        return ""
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return at.astimezone(UTC).isoformat(timespec="seconds")


def _history(entry: str) -> tuple[Attempt, ...]:
    """Return the earlier submissions that an entry lists, the earliest first."""
    block = re.search(r"^  :?history: *\n((?:(?:  [\s-].*)?\n)*)", f"{entry}\n", re.MULTILINE)
    items = re.split(r"^  - ", block[1], flags=re.MULTILINE)[1:] if block else []
    attempts = (_attempt(re.sub(r"^ {4}", "", item, flags=re.MULTILINE)) for item in items)
    return tuple(sorted(attempts, key=lambda attempt: attempt.handed_in))


def _attempt(item: str) -> Attempt:
    """Return an earlier submission from its item; without verdicts if these are not this suite's.

    Of its results only the tests are parsed: the rest can be megabytes.
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
    """Return the students of one folder's entry; nothing where it has another form."""
    students: dict[str, tuple[Student, ...]] = {}
    for folder, said in entry.items() if isinstance(entry, dict) else ():
        rows = said.get(":submitters", said.get("submitters")) if isinstance(said, dict) else None
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict):
                fields = {str(key).lstrip(":"): value for key, value in row.items()}
                own = {key: _text(fields.get(key)) for key in ("name", "sid", "email")}
                students[folder] = (*students.get(folder, ()), Student(**own))
    return students


def _text(value: object) -> str:
    return value if isinstance(value, str) and value not in ("null", "~") else ""


PLATFORMS = (gradescope, canvas)


def hand_ins(folder: Path, names: list[str], due: datetime | None = None) -> HandIns:
    """Return what platforms say of the uploads of these names in a folder.

    Args:
        folder: the folder of uploads.
        names: their names.
        due: after this time a submission is late, where the platform says only the time.
    """
    found: HandIns = {}
    for platform in PLATFORMS:
        found = platform(folder, names) | found
    return {name: _lateness(hand_in, due) for name, hand_in in found.items()}


def _lateness(hand_in: HandIn, due: datetime | None) -> HandIn:
    """Return what is said of an upload, with whether it is late."""
    if due is None or hand_in.late:
        return hand_in
    try:
        at = datetime.fromisoformat(hand_in.handed_in)
    except ValueError:
        return hand_in
    return replace(hand_in, late="yes" if at > due else "no")


def is_container(path: Path) -> bool:
    """Return whether an upload can hold a submission: a folder, an archive, or a link."""
    return isdir(path) or path.is_symlink() or path.name.lower().endswith(ARCHIVES)
