"""Say whose each upload is, by what the platform that it comes from writes.

One function a platform: from a folder of uploads and the names in it to the students of each name.
A new platform is one more function in `PLATFORMS`; one that does not know a folder returns nothing.
"""

import re
from os.path import isdir
from pathlib import Path
from typing import Any

import yaml

from cs336_staff.results.record import Student

ARCHIVES = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar")
METADATA = "submission_metadata.yml"
MAX_METADATA_BYTES = 256 * 2**20
_CANVAS = re.compile(r"(?P<student>(?!\d+_)[^_]+)_(?:LATE_)?(?P<id>\d+)_\d+_")
# Makes nothing but text, lists and mappings, so the SID 0042 stays text.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class BadUploads(ValueError):
    """A path that names no submissions; the message says what to do."""


Students = dict[str, tuple[Student, ...]]


def canvas(folder: Path, names: list[str]) -> Students:
    """Read the names of Canvas's “Download Submissions”, such as ada_1234_56789_hw.zip.

    A name of another origin may look like that, so more must do so than submissions do not.
    """
    found = {name: match for name in names if (match := _CANVAS.match(name))}
    others = [name for name in names if name not in found and is_container(folder / name)]
    if len(found) <= len(others):
        return {}
    return {name: (Student(m["student"], canvas_id=m["id"]),) for name, m in found.items()}


def gradescope(folder: Path, names: list[str]) -> Students:
    """Read the metadata of Gradescope's “Export Submissions”: the submitters of each folder.

    An entry that is damaged leaves its own folder without students.
    """
    file = folder / METADATA
    if file.is_symlink() or not file.is_file():
        return {}
    mend = "export the submissions again, or remove it"
    if file.stat().st_size > MAX_METADATA_BYTES:
        raise BadUploads(f"{file} is over {MAX_METADATA_BYTES // 2**20} MiB; {mend}")
    text = file.read_text(encoding="utf-8-sig", errors="replace")
    students: Students = {}
    for entry in re.split(r"^(?=\S)", text, flags=re.MULTILINE):
        # Earlier results, which follow the submitters, can be megabytes; nothing in them is used.
        head = re.split(r"^ +:?(?:results|history):", entry, maxsplit=1, flags=re.MULTILINE)[0]
        try:
            students |= _submitters(yaml.load(head, _LOADER))
        except yaml.YAMLError:
            continue
    if not students:
        raise BadUploads(f"{file} names no submitter, as Gradescope's does; {mend}")
    return students


def _submitters(entry: Any) -> Students:
    """Return the students of one folder's entry; nothing where it has another form."""
    students: Students = {}
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


def students_of(folder: Path, names: list[str]) -> Students:
    """Return whose the uploads of these names in a folder are, as far as a platform says."""
    students: Students = {}
    for platform in PLATFORMS:
        students = platform(folder, names) | students
    return students


def is_container(path: Path) -> bool:
    """Return whether an upload can hold a submission: a folder, an archive, or a link."""
    return isdir(path) or path.is_symlink() or path.name.lower().endswith(ARCHIVES)
