"""Find the submissions among uploads, and whose they are.

Uploads come as folders and zip files, from a disk, from Gradescope ("Export Submissions") or from
Canvas ("Download Submissions"); the last two say whose each one is.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from os.path import exists, isdir, isfile
from pathlib import Path
from typing import Any

from cs336_staff.results.record import clean
from cs336_staff.uploads.unpack import PARTS, is_litter, is_submission

METADATA = "submission_metadata.yml"
_CANVAS = re.compile(r"(?P<student>(?!\d+_)[^_]+)_(?:LATE_)?(?P<id>\d+)_\d+_")
_HEX = r"[\dA-Fa-f]"
_ESCAPE = re.compile(rf"\\(?:(U00(?:0{_HEX}|10){_HEX}{{4}}|u{_HEX}{{4}}|x{_HEX}{{2}})|(.))")
# No name of a folder on Windows, nor one that a class's results use themselves.
_RESERVED = {"con", "prn", "aux", "nul", "slurm", "index", "grades", "run", "replaced"}
_RESERVED |= {f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)}
_NAME_LIMIT = 60
_OF_SYSTEMS = (".ds_store", "._", "__macosx", ".git", "__pycache__", "thumbs.db", "desktop.ini")


class BadUploads(ValueError):
    """A folder of uploads that cannot be read as one; the message says what to do."""


@dataclass(frozen=True)
class Student:
    """Whose a submission is, as far as the platform that it comes from says."""

    name: str = ""
    canvas_id: str = ""
    sid: str = ""
    email: str = ""

    @property
    def known_as(self) -> str:
        """What tells this student from all others; empty where nothing does."""
        for what, value in (("ID", self.canvas_id), ("SID", self.sid), ("email", self.email)):
            if value:
                return f"{what} {value}"
        return ""


@dataclass(frozen=True)
class Upload:
    """One submission of a class.

    Attributes:
        name: its own folder's name in the results: safe, and unlike any other's in any case.
        path: the folder or zip file.
        students: whose it is; empty where nothing says so.
    """

    name: str
    path: Path
    students: tuple[Student, ...] = ()

    @property
    def said(self) -> dict[str, Any]:
        """What results.json says of the upload: where it was read, and whose it is."""
        students = [asdict(student) for student in self.students]
        return {"upload": clean(str(self.path)[-500:]), "students": students}


def find_submissions(paths: list[Path]) -> list[Upload]:
    """Return the submissions that the paths name, in an order that theirs does not change.

    A path may itself be a link, which whoever gives it trusts; a link among a folder's uploads is
    an upload of its own, to be refused, and stands for no other.

    Args:
        paths: each one a submission (a folder or a zip file), or a folder of them. Of several, one
            that holds a single submission is that student's folder, and names it.

    Raises:
        BadUploads: a path, the only one, is a folder of results, or says of some uploads alone
            whose they are. Of several paths, a student may have made one.
    """
    given = list({_real(path) for path in paths})
    if len(given) == 1 and isdir(given[0]):
        _check(given[0])
    named, folders = _sorted_out(given)
    by_folder: dict[Path, list[Path]] = defaultdict(list)
    for path in named:
        by_folder[path.parent].append(path)
    uploads = [upload for folder, own in by_folder.items() for upload in _uploads(folder, own)]
    for path in folders:
        uploads += _uploads(path, _inside(path))
    found = {upload.path: upload for upload in uploads}
    uploads = sorted(found.values(), key=lambda upload: upload.path.as_posix())
    names = _apart([upload.name for upload in uploads])
    entries = [replace(upload, name=name) for name, upload in zip(names, uploads, strict=True)]
    return sorted(entries, key=lambda entry: (entry.name.casefold(), entry.name))


def left_out(paths: list[Path]) -> list[Path]:
    """Return the entries of these folders that are skipped for their names.

    What systems leave behind (.git, __MACOSX) is not among them.
    """
    _, folders = _sorted_out(paths)
    hidden = [path for folder in folders for path in folder.iterdir() if is_litter(path.name)]
    return sorted(p for p in hidden if not p.name.casefold().startswith(_OF_SYSTEMS))


def _sorted_out(paths: list[Path]) -> tuple[list[Path], list[Path]]:
    """Return those of the paths that are one upload each, and those that are folders of uploads."""
    given = sorted({_real(path) for path in paths})
    if len(given) > 1:  # a shell's uploads/* names what lies beside the uploads, too
        given = [path for path in given if isdir(path) or not _is_litter(path)]
    # A student's folder of an export is one upload: what lies in it says nothing of others.
    listed = {
        folder / name
        for folder in {path.parent for path in given}
        for name in gradescope_students(folder / METADATA)
    }
    several = len(given) > 1
    named = [path for path in given if path in listed or _is_upload(path, several=several)]
    return named, [path for path in given if path not in named]


def _check(folder: Path) -> None:
    """Raise where a folder holds results, or the students' names would be lost."""
    if (folder / "run.json").exists() and any(folder.glob("*/results.json")):
        raise BadUploads(f"{folder} holds results, not uploads; name the folder of these")
    metadata = folder / METADATA
    if (metadata.exists() or metadata.is_symlink()) and not gradescope_students(metadata):
        raise BadUploads(
            f"{metadata} names no submitter, as Gradescope's does; export it again, or remove it"
        )
    uploads = _inside(folder)
    parts = [path for path in uploads if path.name in PARTS]
    rest = [path for path in uploads if path not in parts]
    beside = [path for path in rest if path.suffix.lower() == ".zip" or is_submission(path)]
    if len(parts) == 1 and beside:
        raise BadUploads(
            f"{folder} holds {parts[0].name} and beside it {clean(beside[0].name)}, so it is "
            "neither one submission nor a folder of uploads; move the one or the other away"
        )
    if uploads and not any(isdir(path) or path.suffix.lower() == ".zip" for path in uploads):
        known = any(_CANVAS.match(path.name) for path in uploads)
        if not known and not metadata.exists():
            raise BadUploads(
                f"{folder} holds neither folders nor zip files, but {clean(uploads[0].name)}; name "
                "a submission, a folder with adapters.py and cs336_basics/, or a folder of these"
            )
    others = [path.name for path in uploads if not _CANVAS.match(path.name)]
    if 0 < len(others) < len(uploads) / 2:
        raise BadUploads(
            f"{len(uploads) - len(others)} of {len(uploads)} uploads in {folder} have names that "
            f"Canvas gives, with the student's ID, and {clean(others[0])} has another: move it to "
            "another folder, and name both"
        )


def safe_name(path: Path) -> str:
    """Return a folder name made from an upload's: letters, digits, dots, dashes, underscores.

    Two letters, Hangul's fillers, are not to be seen: of two names one would look like the other.
    """
    stem = path.name
    if stem.lower().endswith(".zip"):
        stem = stem[:-4]
    text = unicodedata.normalize("NFKC", stem.encode("utf-8", "replace").decode("utf-8"))
    kept = re.sub(r"[^\w.-]+|[\u115f\u1160]+", "_", text).strip("._-")[:_NAME_LIMIT].rstrip("._-")
    while len(kept.encode()) > 2 * _NAME_LIMIT:
        kept = kept[:-1]
    if not kept or kept.split(".")[0].casefold() in _RESERVED:
        return f"submission_{kept}".rstrip("_")
    return kept


def _apart(wanted: list[str]) -> list[str]:
    """Number the names that differ from an earlier one in case only, or not at all."""
    taken: set[str] = set()
    plain = {name.casefold() for name in wanted}
    names = []
    for name in wanted:
        number, tried = 1, name
        while tried.casefold() in taken or (number > 1 and tried.casefold() in plain):
            number += 1
            tried = f"{name}-{number}"
        taken.add(tried.casefold())
        names.append(tried)
    return names


def _real(path: Path) -> Path:
    return path.resolve() if exists(path) else path.parent.resolve() / path.name


def _is_upload(path: Path, *, several: bool) -> bool:
    """Return whether a path on the command line is one upload, and not a folder of them."""
    if not isdir(path) or is_submission(path):
        return True
    return several and (_only_zip(path) is not None or _holds_one(path))


def _holds_one(folder: Path) -> bool:
    """Return whether a folder holds one submission's folder at most, and no zip files."""
    with suppress(PermissionError):  # its refusal says so
        inside = _inside(folder)
        folders = [path for path in inside if isdir(path) and not path.is_symlink()]
        zips = [path for path in inside if path.suffix.lower() == ".zip"]
        return len(folders) <= 1 and all(map(is_submission, folders)) and not zips
    return True


def _inside(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if not _is_litter(path)]


def _is_litter(path: Path) -> bool:
    roster = path.suffix == ".csv" and not isdir(path) and not _CANVAS.match(path.name)
    return is_litter(path.name) or path.name == METADATA or roster


def _uploads(folder: Path, uploads: list[Path]) -> Iterator[Upload]:
    """Yield uploads of one folder as entries; what is said of students there holds for all."""
    known = gradescope_students(folder / METADATA)
    canvas = {path.name: match for path in uploads if (match := _CANVAS.match(path.name))}
    if len(canvas) == len(uploads):
        for name, match in canvas.items():
            known.setdefault(name, (Student(name=match["student"], canvas_id=match["id"]),))
    for path in uploads:
        yield Upload(safe_name(path), _only_zip(path) or path, known.get(path.name, ()))


def _only_zip(folder: Path) -> Path | None:
    """Return the zip file that is all that a student's folder holds."""
    with suppress(PermissionError):  # its refusal says so
        if folder.is_symlink() or not isdir(folder) or is_submission(folder):
            return None
        inside = [path for path in folder.iterdir() if not is_litter(path.name)]
        if len(inside) == 1 and inside[0].suffix.lower() == ".zip":
            return inside[0] if isfile(inside[0]) or inside[0].is_symlink() else None
    return None


def gradescope_students(metadata: Path) -> dict[str, tuple[Student, ...]]:
    """Read whose each submission is from a Gradescope export's metadata, by folder name.

    Only the submitters are read, line by line: the file holds every earlier result as well, and
    is too large for a YAML library to be quick.
    """
    if metadata.is_symlink() or not metadata.is_file():
        return {}
    people: dict[str, list[dict[str, str]]] = {}
    current: list[dict[str, str]] = []
    listing = False
    with metadata.open(encoding="utf-8", errors="replace") as lines:
        for line in map(str.rstrip, lines):
            if top := re.match(r"(\S+):$", line):
                current = people.setdefault(top[1].strip("\"'"), [])
                listing = False
            elif section := re.match(r"  (?! |-):?(\w+):", line):
                listing = section[1] == "submitters"
            elif listing and (pair := re.match(r"  (-| ) :?(\w+):\s*(.*)", line)):
                if pair[1] == "-":
                    current.append({})
                if current:
                    current[-1][pair[2]] = _scalar(pair[3])
    return {
        folder: tuple(
            Student(row.get("name", ""), sid=row.get("sid", ""), email=row.get("email", ""))
            for row in rows
        )
        for folder, rows in people.items()
        if rows
    }


def _scalar(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return _ESCAPE.sub(lambda m: m[2] or chr(int(m[1][1:], 16)), text[1:-1])
    return "" if text in ("null", "~") else text
