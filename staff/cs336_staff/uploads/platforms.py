"""Say whose each upload is and when it was handed in, as the platform that it comes from says.

One function a platform: from a folder of uploads and the names in it to what it says of each name.
A new platform is one more function in `PLATFORMS`; one that does not know a folder returns nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from os.path import isdir
from pathlib import Path
from typing import Any

import yaml

from cs336_staff.results.record import Student

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
        late: "yes" or "no"; "" where the platform does not say.
    """

    students: tuple[Student, ...] = ()
    handed_in: str = ""
    attempt: int = 0
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
        at, attempt = _time(entry), _earlier(entry) + 1
        found |= {name: HandIn(own, at, attempt) for name, own in submitters.items()}
    if not found:
        raise BadUploads(f"{file} names no submitter, as Gradescope's does; {mend}")
    return found


def _time(entry: str) -> str:
    """Return in UTC when the submission of an entry was handed in; "" where it does not say."""
    found = re.search(r"^  :?created_at: *['\"]?([^'\"\n]+)", entry, re.MULTILINE)
    text = re.sub(r" +(?=Z$|[+-]\d\d:?\d\d$)", "", found[1].strip()) if found else ""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return ""
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return at.astimezone(UTC).isoformat(timespec="seconds")


def _earlier(entry: str) -> int:
    """Return how many earlier submissions an entry lists: items at the indentation of the list."""
    history = re.split(r"^  :?history: *\n", entry, maxsplit=1, flags=re.MULTILINE)[1:]
    return sum(line.startswith("  - ") for block in history for line in _block(block.splitlines()))


def _block(lines: list[str]) -> Iterator[str]:
    """Yield the lines up to the next key beside the list that they begin with."""
    for line in lines:
        if re.match(r"  [^\s-]", line):
            return
        yield line


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
