"""Take a submission in: from a folder or a zip file to a clean copy of regular files.

Only `adapters.py` and, under `cs336_basics/`, Python files and small data files are taken; what
else was handed in (conftest.py, pytest.ini, a torch/ folder, .git, compiled files) is left behind.
"""

import errno
import hashlib
import re
import shutil
import stat
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from heapq import nsmallest
from os.path import exists, isdir
from pathlib import Path, PurePosixPath
from typing import IO

from cs336_staff.files.scratch import scratch_folder
from tests.harness.plugin.submitted_files import MAX_DATA_BYTES, is_data

MAX_FILES = 2000
MAX_FILE_BYTES = 2 * 2**20
MAX_TOTAL_BYTES = 16 * 2**20
MAX_ARCHIVE_BYTES = 64 * 2**20
MAX_DEPTH = 12
PARTS = ("adapters.py", "cs336_basics")
_SHOWN = 5  # names at the top, where adapters.py is not among them
_ITS_OWN = {errno.EACCES, errno.ELOOP, errno.ENAMETOOLONG, errno.ENOTDIR}
_ENTRY = b"PK\1\2"  # begins each member's entry in a zip file's list
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others decompress without a bound


class Unfit(ValueError):
    """A submission that cannot be graded; the message says why, for the student."""


def take_in(source: Path, destination: Path) -> Path:
    """Copy a submission's own Python and data files to a new folder.

    Args:
        source: a folder or a zip file, with adapters.py at its top, or in a folder that is alone
            there, and so on: hw/hw/adapters.py is what unpacking and packing again gives. A
            folder beside zip files of submissions is not alone: a class's would be one student's.
        destination: the folder to make.

    Raises:
        Unfit: with the reason.
        OSError: this machine cannot read or write (a full disk, a source that is not there); that
            is no fault of the submission's.

    Nothing is left at destination in either case.
    """
    try:
        if source.is_symlink():
            raise Unfit("it is a link, not a folder or a zip file")
        if source.is_dir():
            top = _take_folder(source, destination)
        elif source.is_file():
            top = _take_zip(source, destination)
        else:
            source.stat()  # where it is not there
            raise Unfit("it is neither a folder nor a zip file")
        _check(destination, top)
    except BaseException as error:
        shutil.rmtree(destination, ignore_errors=True)
        if isinstance(error, OSError) and error.errno in _ITS_OWN:
            # Not the error's own text: it names the copy, which is another path each time.
            raise Unfit(f"it cannot be read: {error.strerror}") from error
        raise
    return destination


def is_litter(name: str) -> bool:
    """Return whether a name is one that systems leave beside what is handed in: .git, __MACOSX."""
    return name.startswith((".", "__")) or name.casefold() in ("thumbs.db", "desktop.ini")


def is_submission(folder: Path) -> bool:
    """Return whether a folder holds a submission itself, not others."""
    return any(exists(folder / part) for part in PARTS)


def _wanted(path: PurePosixPath) -> bool:
    if path.parts == ("adapters.py",):
        return True
    return path.parts[0] == "cs336_basics" and path.suffix == ".py"


def _is_data(path: PurePosixPath) -> bool:
    return path.parts[0] == "cs336_basics" and is_data(path)


def _take_folder(source: Path, destination: Path) -> list[str]:
    """Copy a folder's files; return the first names at its top."""
    top = _top_of_folder(source)
    budget = _Budget()
    for path in _walk(top):
        name = PurePosixPath(path.relative_to(top).as_posix())
        if path.is_symlink():
            if _wanted(name) or name.parts == ("cs336_basics",):
                raise Unfit(f"{_show(name)} is a link; hand in the file itself")
            continue
        if _is_data(name) and stat.S_ISREG(path.lstat().st_mode):
            with path.open("rb") as stream:
                _copy_data(stream.read(MAX_DATA_BYTES + 1), destination, name, budget)
        if not _wanted(name):
            continue
        if not stat.S_ISREG(path.lstat().st_mode):
            raise Unfit(f"{_show(name)} is not a regular file")
        with path.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
        _copy(data, destination, name, budget)
    return nsmallest(_SHOWN + 1, (path.name for path in top.iterdir()))


def _top_of_folder(source: Path) -> Path:
    """Return where a submission is; if there is none, the first folder that shows what is there."""
    top, shows = source, None
    for _ in range(MAX_DEPTH):
        if is_submission(top):
            return top
        there = [path for path in top.iterdir() if not is_litter(path.name)]
        inner = [path for path in there if isdir(path) and not path.is_symlink()]
        if len(inner) != 1:
            break
        if zips := sorted(path.name for path in there if _is_zipped_submission(path)):
            both = f"{_show(inner[0].name)} and beside it {_show(zips[0])}"
            raise Unfit(f"it holds several submissions, {both}; name one, or hand in one alone")
        if len(there) > 1 and shows is None:
            shows = top
        top = inner[0]
    return shows or top


def _is_zipped_submission(path: Path) -> bool:
    """Return whether a file is a zip file that holds an adapters.py."""
    if path.suffix.lower() != ".zip" or is_litter(path.name):
        return False
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_ARCHIVE_BYTES:
        return False
    with suppress(Unfit, PermissionError), path.open("rb") as file, _opened(file) as archive:
        return any(re.split(r"[/\\]", name)[-1] == "adapters.py" for name in archive.namelist())
    return False


def _walk(top: Path) -> Iterator[Path]:
    """Yield what may matter: the top's entries and all under cs336_basics, links not followed."""
    seen = 0
    pending = [top / "adapters.py", top / "cs336_basics"]
    while pending:
        path = pending.pop()
        if not path.is_symlink() and not exists(path):
            continue
        seen += 1
        if seen > MAX_FILES or len(path.relative_to(top).parts) > MAX_DEPTH:
            raise Unfit(f"it has over {MAX_FILES} files or folders over {MAX_DEPTH} deep")
        if isdir(path) and not path.is_symlink():
            pending.extend(sorted(path.iterdir()))
        else:
            yield path


def _take_zip(source: Path, destination: Path) -> list[str]:
    """Copy a zip file's files; return the first names at its top."""
    if source.stat().st_size > MAX_ARCHIVE_BYTES:
        raise Unfit(f"the zip file is over {MAX_ARCHIVE_BYTES // 2**20} MiB")
    with source.open("rb") as file, _opened(file) as archive:
        members = [m for m in archive.infolist() if not m.filename.endswith(("/", "\\"))]
        if len(members) > MAX_FILES:
            raise Unfit(f"the zip file has over {MAX_FILES} files")
        if len({member.header_offset for member in members}) < len(members):
            raise Unfit("the zip file is damaged: files in it share their bytes")
        names = {}
        for member in members:
            name = _safe_name(member.filename)
            if name in names:
                raise Unfit(f"the zip file has {_show(name)} twice")
            names[name] = member
        folders = {folder for name in names for folder in name.parents}
        if len(folders) > MAX_FILES:
            raise Unfit(f"the zip file has over {MAX_FILES} folders")
        if both := sorted(folders & names.keys()):
            raise Unfit(f"the zip file has {_show(both[0])} as a file and as a folder")
        prefix = _top_of_zip(list(names))
        budget = _Budget()
        for name, member in names.items():
            inner = PurePosixPath(*name.parts[len(prefix) :])
            if name.parts[: len(prefix)] != prefix:
                continue
            if _wanted(inner):
                _copy(_read_member(archive, member, name), destination, inner, budget)
            elif _is_data(inner) and member.file_size <= budget.left_for_data:
                try:
                    data = _read_member(archive, member, name)
                except Unfit:  # damaged, say: it counts, or a small zip keeps its reader busy
                    budget.left_for_data -= member.file_size
                else:
                    _copy_data(data, destination, inner, budget)
        inside = [name.parts for name in names if name.parts[: len(prefix)] == prefix]
        return nsmallest(_SHOWN + 1, {parts[len(prefix)] for parts in inside})


def _opened(file: IO[bytes]) -> zipfile.ZipFile:
    if file.read().count(_ENTRY) > 10 * MAX_FILES:  # before a list of millions is made of them
        raise Unfit(f"the zip file has over {10 * MAX_FILES} files and folders")
    try:
        return zipfile.ZipFile(file)
    except Exception as error:  # from a damaged list of members it raises whatever there is
        if Path(file.name).name.casefold().endswith((".tar", ".tgz", ".tar.gz", ".7z", ".rar")):
            raise Unfit("it is another kind of archive; hand in a zip file") from error
        raise Unfit("it is not a zip file, or a damaged one") from error


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: PurePosixPath) -> bytes:
    mode = member.external_attr >> 16
    if mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode):
        raise Unfit(f"{_show(name)} is a link or a special file; hand in the file itself")
    if member.flag_bits & 0x1:
        raise Unfit(f"{_show(name)} is encrypted")
    if member.compress_type not in _METHODS:
        raise Unfit(f"{_show(name)} is compressed in a rare way; use an ordinary zip (deflate)")
    try:
        with archive.open(member) as stream:
            # No more than it claims, of which a reader would unpack megabytes, to leave them out.
            return stream.read(min(member.file_size, MAX_FILE_BYTES) + 1)
    except Exception as error:
        raise Unfit(f"{_show(name)} in the zip file is damaged: {error}") from error


def _safe_name(name: str) -> PurePosixPath:
    path = PurePosixPath(name.replace("\\", "/"))
    unsafe = path.is_absolute() or ".." in path.parts or name[1:2] == ":" or "\0" in name
    if unsafe or not path.parts or len(path.parts) > MAX_DEPTH or len(name) > 400:
        raise Unfit(f"the zip file has the unsafe name {_show(name)}")
    return path


def _top_of_zip(names: list[PurePosixPath]) -> tuple[str, ...]:
    """Return where a submission is, as _top_of_folder does."""
    top: tuple[str, ...] = ()
    shows = None
    inside = [name.parts for name in names]
    while not any(parts[0] in PARTS for parts in inside):
        there = {parts[0] for parts in inside if not is_litter(parts[0])}
        folders = {parts[0] for parts in inside if len(parts) > 1} & there
        if len(folders) != 1:
            return top if shows is None else shows
        if len(there) > 1 and shows is None:
            shows = top
        top += (*folders,)
        inside = [parts[1:] for parts in inside if parts[0] == top[-1]]
    return top


class _Budget:
    def __init__(self) -> None:
        self.left = MAX_TOTAL_BYTES
        self.left_for_data = MAX_DATA_BYTES


def _copy(data: bytes, destination: Path, name: PurePosixPath, budget: _Budget) -> None:
    if len(data) > MAX_FILE_BYTES:
        raise Unfit(f"{_show(name)} is over {MAX_FILE_BYTES // 2**20} MiB")
    budget.left -= len(data)
    if budget.left < 0:
        raise Unfit(f"its Python files are over {MAX_TOTAL_BYTES // 2**20} MiB together")
    _write(data, destination / name)


def _copy_data(data: bytes, destination: Path, name: PurePosixPath, budget: _Budget) -> None:
    if len(data) <= budget.left_for_data:
        budget.left_for_data -= len(data)
        _write(data, destination / name)


def _write(data: bytes, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)


def _check(destination: Path, top: list[str]) -> None:
    shown = ", ".join(_show(name)[:40] for name in top[:_SHOWN])
    shown += ", …" if len(top) > _SHOWN else ""
    if any(name not in PARTS and name.casefold() in PARTS for name in top):
        shown += " (capitals count)"
    found = f"; at its top: {shown}" if top else "; it is empty"
    if not (destination / "adapters.py").is_file():
        raise Unfit(f"it has no adapters.py at its top, so no problem can be run{found}")
    if not any((destination / "cs336_basics").rglob("*.py")):
        missing = "it has no Python files in a folder cs336_basics beside adapters.py"
        raise Unfit(f"{missing}, so no problem can be run{found}")


def _show(name: object) -> str:
    return ascii(str(name))[:120]


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
