"""Find the submissions in a path: one, or a folder of them."""

import re
import unicodedata
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from os.path import exists, isdir, isfile
from pathlib import Path

from cs336_staff.results.record import Extra, Student, clean
from cs336_staff.uploads.platforms import (
    METADATA,
    UNKNOWN,
    BadUploads,
    HandIn,
    HandIns,
    gradescope,
    hand_ins,
    is_container,
)
from cs336_staff.uploads.unpack import PARTS, is_system_file, is_zipped_submission

# Names that Windows forbids for folders, or that the results of a class use themselves.
_RESERVED = {"con", "prn", "aux", "nul", "slurm", "index", "grades", "run", "replaced"}
_RESERVED |= {f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)}
_NAME_LIMIT = 60
_EXPECTED = (
    ".ds_store",
    "._",
    "__macosx",
    ".git",
    "__pycache__",
    "thumbs.db",
    "desktop.ini",
    METADATA,
)


@dataclass(frozen=True)
class Upload:
    """One submission of a class.

    Attributes:
        name: a safe name for its folder of results; not always unique.
        path: the folder or zip file.
        hand_in: what a platform records about it.
    """

    name: str
    path: Path
    hand_in: HandIn = UNKNOWN

    @property
    def students(self) -> tuple[Student, ...]:
        """Whose it is; empty if unknown."""
        return self.hand_in.students

    @property
    def shown_path(self) -> str:
        """The end of the upload's path, as results.json holds it."""
        return clean(str(self.path)[-500:])

    def write_origin(self, extra: Extra) -> None:
        """Write into its results where it is, whose, and when it was handed in.

        If no platform names its students now, the results keep what is known from before.
        """
        extra.upload = self.shown_path
        if self.students or not extra.students:
            extra.students = list(self.students)
            extra.handed_in, extra.late = self.hand_in.handed_in, self.hand_in.late
            extra.attempt, extra.earlier = self.hand_in.attempt, list(self.hand_in.earlier)


def find_submissions(path: Path, due: datetime | None = None) -> list[Upload]:
    """Return the submissions in a path.

    The path itself may be a link. A link in a folder of uploads counts as an upload, and reading it
    fails later.

    Args:
        path: a submission (a folder or a zip file), or a folder of them.
        due: after this time a submission is late.

    Raises:
        BadUploads: it is neither.
    """
    path = path.resolve() if exists(path) else path.parent.resolve() / path.name
    if _is_submission(path) or path.name in gradescope(path.parent, [path.name]):
        own = hand_ins(path.parent, [path.name], due).get(path.name, UNKNOWN)
        return [Upload(safe_name(path), _only_zip(path) or path, own)]
    if (path / "run.json").exists() and any(path.glob("*/results.json")):
        raise BadUploads(f"{path} holds results, not uploads; name the folder of these")
    entries = [entry for entry in sorted(path.iterdir()) if not is_system_file(entry.name)]
    if len(entries) == 1 and isfile(entries[0] / METADATA) and not _is_submission(entries[0]):
        raise BadUploads(f"{path} holds only an export of Gradescope; name {entries[0]}")
    known = hand_ins(path, [entry.name for entry in entries], due)
    extras = _extras(entries, known)
    uploads = [
        Upload(safe_name(entry), _only_zip(entry) or entry, known.get(entry.name, UNKNOWN))
        for entry in entries
        if entry not in extras and (is_container(entry) or entry.name in known)
    ]
    if not uploads:
        first = clean(entries[0].name, 100) if entries else ""
        what = f"holds no folders and no zip files, only {first}" if first else "is empty"
        raise BadUploads(
            f"{path} {what}; name a submission (a folder with adapters.py and cs336_basics/, "
            "or a zip file of one) or a folder of submissions"
        )
    uploads.sort(key=lambda upload: (upload.name.casefold(), upload.name, upload.path))
    return _numbered(uploads)


def _numbered(uploads: list[Upload]) -> list[Upload]:
    """Number the uploads of each student who has several, if the platform does not."""
    by_student: dict[str, list[Upload]] = defaultdict(list)
    for upload in sorted(uploads, key=lambda upload: upload.hand_in.handed_in):
        for known_as in {student.known_as for student in upload.students} - {""}:
            by_student[known_as].append(upload)
    numbers = {
        upload: number
        for own in by_student.values()
        for number, upload in enumerate(own, 1)
        if len(own) > 1 and not upload.hand_in.attempt
    }
    return [
        replace(upload, hand_in=replace(upload.hand_in, attempt=numbers[upload]))
        if upload in numbers
        else upload
        for upload in uploads
    ]


def skipped(path: Path, uploads: list[Upload]) -> list[str]:
    """Return the names in a folder of uploads that are not submissions.

    Files of systems and tools (.git, __MACOSX) and Gradescope's metadata are not listed.
    """
    path = path.resolve()
    if any(upload.path in (path, _only_zip(path)) for upload in uploads):
        return []
    used = {upload.path.relative_to(path).parts[0] for upload in uploads}
    names = {entry.name for entry in path.iterdir()} - used
    return sorted(name for name in names if not name.casefold().startswith(_EXPECTED))


def safe_name(path: Path) -> str:
    """Return an upload's name as a folder name of letters, digits, dots, dashes and underscores.

    Hangul's two filler letters are invisible, so they are replaced too.
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


def _is_submission(path: Path) -> bool:
    """Return whether a path is one submission: a file, or a folder with a submission's parts.

    A folder with one part and zip files is a folder of uploads, and the part is a stray file.
    """
    if not isdir(path):
        return True
    parts = [part for part in PARTS if exists(path / part)]
    zips = (entry for entry in path.iterdir() if entry.suffix.lower() == ".zip")
    return len(parts) == len(PARTS) or (bool(parts) and not any(zips))


def _extras(entries: list[Path], known: HandIns) -> set[Path]:
    """Return what students handed in besides their code: a write-up, a zip file of figures.

    If a student handed in no code, the first upload is graded: its row says what is wrong.
    """
    by_student: dict[str, list[Path]] = defaultdict(list)
    for entry in entries:
        for known_as in {s.known_as for s in known.get(entry.name, UNKNOWN).students} - {""}:
            by_student[known_as].append(entry)
    extras: set[Path] = set()
    for own in by_student.values():
        code = [e for e in own if len(own) > 1 and (isdir(e) or is_zipped_submission(e))]
        extras |= set(own) - set(code or sorted(own, key=lambda e: not is_container(e))[:1])
    return extras


def _only_zip(folder: Path) -> Path | None:
    """Return the only zip file in a student's folder; None if the folder holds a folder too."""
    with suppress(PermissionError):  # reading the submission reports it
        if folder.is_symlink() or not isdir(folder):
            return None
        inside = [path for path in folder.iterdir() if not is_system_file(path.name)]
        zips = [path for path in inside if path.suffix.lower() == ".zip"]
        if len(zips) == 1 and not any(isdir(path) or path.name in PARTS for path in inside):
            return zips[0] if isfile(zips[0]) or zips[0].is_symlink() else None
    return None
