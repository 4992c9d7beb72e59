"""Read the files of a submission that are graded, from a folder or a zip file, and copy them.

These are `adapters.py` and, under `cs336_basics/`, Python files and small data files. All others
(conftest.py, a torch/ folder, .venv, .git, hidden and compiled files) are not read, and no limit or
check applies to them.
"""

import errno
import hashlib
import os
import re
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from os.path import isdir, lexists
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple, NoReturn

from tests.harness.plugin.submitted_files import MAX_DATA_BYTES, PACKAGE, is_data, is_hidden

MAX_FILES = 2000  # that are graded, with their folders
MAX_FILE_BYTES = 2 * 2**20
MAX_TOTAL_BYTES = 16 * 2**20  # of all Python files
MAX_DEPTH = 12
MAX_MEMBERS = 200_000  # of a zip file, graded or not: zipfile keeps a list of all
PARTS = ("adapters.py", PACKAGE)
_SHOWN = 5  # names at the top in the message that adapters.py is missing
# Read errors that a student can cause: a folder without permissions, a name that is too long.
_OF_THE_SUBMISSION = {errno.EACCES, errno.ELOOP, errno.ENAMETOOLONG, errno.ENOTDIR}
_ENTRY = b"PK\1\2"  # begins each entry of a zip file's central directory
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others decompress without a limit
_OTHER_ARCHIVES = (".tar", ".tgz", ".tar.gz", ".7z", ".rar")


class InvalidSubmission(ValueError):
    """A submission that cannot be graded; the message says why, for the student."""


class _File(NamedTuple):
    """A file of a submission: its path, its size, and a function that reads up to a limit."""

    name: PurePosixPath
    size: int
    read: Callable[[int], bytes]


def copy_submission(source: Path, destination: Path) -> Path:
    """Copy the graded files of a submission to a new folder; return that folder.

    Args:
        source: a folder or a zip file, see `read_submission`.
        destination: the folder to make.

    Raises:
        InvalidSubmission: with the reason; nothing has been written.
        OSError: this machine cannot read or write (a full disk, a missing source); the submission
            is not the cause.
    """
    for name, data in read_submission(source).items():
        target = destination / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return destination


def read_submission(source: Path) -> dict[PurePosixPath, bytes]:
    """Return the graded files of a submission, by their paths in it.

    Args:
        source: a folder or a zip file. adapters.py is at its top, or in a folder that is the only
            one at its level: unpacking and packing again gives hw/hw/adapters.py. A folder beside
            zip files of submissions is an error: it may be a class, not one student.

    Raises:
        InvalidSubmission: with the reason.
        OSError: this machine cannot read it.
    """
    try:
        if source.is_symlink():
            raise InvalidSubmission("it is a link, not a folder or a zip file")
        if source.is_dir():
            return _read_folder(source)
        if source.is_file():
            return _read_zip(source)
        source.stat()  # raises where it is not there
    except OSError as error:
        if error.errno in _OF_THE_SUBMISSION:
            raise InvalidSubmission(f"it cannot be read: {error.strerror}") from error
        raise
    raise InvalidSubmission("it is neither a folder nor a zip file")


def fingerprint(submission: Path) -> str:
    """Return a hash of a submission's graded files or, if it is invalid, of the reason."""
    digest = hashlib.sha256()
    try:
        files = read_submission(submission)
    except InvalidSubmission as error:
        return hashlib.sha256(f"unfit: {error}".encode(errors="replace")).hexdigest()
    for name, data in sorted(files.items()):
        digest.update(name.as_posix().encode(errors="surrogateescape") + b"\0")
        digest.update(hashlib.sha256(data).digest())
    return digest.hexdigest()


def check_zip(file: Path) -> None:
    """Raise an InvalidSubmission if a file is no zip file, whatever its name."""
    with file.open("rb") as stream, _open_zip(stream):
        pass


def is_system_file(name: str) -> bool:
    """Return whether a file of this name is made by a system or an editor, not by a student."""
    return name.startswith((".", "__", "~$")) or name.casefold() in ("thumbs.db", "desktop.ini")


def is_zipped_submission(path: Path) -> bool:
    """Return whether a file is a zip file with an adapters.py in it."""
    if path.suffix.lower() != ".zip" or is_system_file(path.name):
        return False
    if not stat.S_ISREG(path.lstat().st_mode):
        return False
    with (
        suppress(InvalidSubmission, PermissionError),
        path.open("rb") as file,
        _open_zip(file) as archive,
    ):
        return any(re.split(r"[/\\]", name)[-1] == "adapters.py" for name in archive.namelist())
    return False


# Which files are graded.


def _is_module(name: PurePosixPath) -> bool:
    return name.parts == ("adapters.py",) or (_in_package(name) and name.suffix == ".py")


def _in_package(name: PurePosixPath) -> bool:
    return name.parts[0] == PACKAGE and not is_hidden(name)


def _is_unsafe(name: PurePosixPath) -> bool:
    too_long = len(str(name)) > 400 or any(len(os.fsencode(part)) > 255 for part in name.parts)
    return ".." in name.parts or len(name.parts) > MAX_DEPTH or too_long


def _read_files(found: Iterable[_File], at_top: list[str]) -> dict[PurePosixPath, bytes]:
    """Read the Python files, and as many data files as the limits allow.

    Args:
        found: all files of the submission.
        at_top: the names at its top, for the message that adapters.py is missing.
    """
    modules: dict[PurePosixPath, _File] = {}
    data: dict[PurePosixPath, _File] = {}
    for file in found:
        same_kind = modules if _is_module(file.name) else data
        if same_kind is data and not (_in_package(file.name) and is_data(file.name)):
            continue
        if file.name in same_kind:
            raise InvalidSubmission(f"the zip file has {_show(file.name)} twice")
        same_kind[file.name] = file
        if len(modules) > MAX_FILES:
            raise InvalidSubmission(f"it has over {MAX_FILES} Python files")
    _check_parts(modules, at_top)
    folders = _folders(modules)
    if len(modules) + len(folders) > MAX_FILES:
        raise InvalidSubmission(f"it has over {MAX_FILES} files and folders")
    if both := sorted(folders & modules.keys()):
        raise InvalidSubmission(f"the zip file has {_show(both[0])} as a file and as a folder")
    files = _read_modules(modules)
    bytes_left = MAX_DATA_BYTES
    for name, file in sorted(data.items()):
        with_own = folders | _folders([name])
        fits = file.size <= bytes_left and len(files) + len(with_own) < MAX_FILES
        if not fits or _is_unsafe(name) or name in with_own or with_own & files.keys():
            continue
        folders = with_own
        bytes_left -= file.size  # damaged files count too: to read many of them takes long
        with suppress(InvalidSubmission):
            files[name] = file.read(file.size)
    return files


def _read_modules(modules: dict[PurePosixPath, _File]) -> dict[PurePosixPath, bytes]:
    files = {}
    bytes_left = MAX_TOTAL_BYTES
    for name, file in sorted(modules.items()):
        if _is_unsafe(name):
            raise InvalidSubmission(
                f"{_show(name)} is an unsafe name, too long or over {MAX_DEPTH} deep"
            )
        data = file.read(MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES:
            raise InvalidSubmission(f"{_show(name)} is over {MAX_FILE_BYTES // 2**20} MiB")
        bytes_left -= len(data)
        if bytes_left < 0:
            raise InvalidSubmission(
                f"its Python files are over {MAX_TOTAL_BYTES // 2**20} MiB together"
            )
        files[name] = data
    return files


def _folders(names: Iterable[PurePosixPath]) -> set[PurePosixPath]:
    return {folder for name in names for folder in name.parents} - {PurePosixPath(".")}


def _check_parts(modules: Iterable[PurePosixPath], at_top: list[str]) -> None:
    names = [name.parts[0] for name in modules]
    if not at_top:
        raise InvalidSubmission("it is empty")
    if "adapters.py" not in names:
        missing = "no adapters.py at its top"
    elif PACKAGE not in names:
        missing = f"no Python files in a folder {PACKAGE} beside adapters.py"
    else:
        return
    shown = ", ".join(_show(name, 40) for name in sorted(at_top)[:_SHOWN])
    shown += ", …" if len(at_top) > _SHOWN else ""
    if any(name not in PARTS and name.casefold() in PARTS for name in at_top):
        shown += " (capitals count)"
    raise InvalidSubmission(f"it has {missing}, so no problem can be run; at its top: {shown}")


def _show(name: object, limit: int = 120) -> str:
    text = ascii(str(name))
    return text if len(text) <= limit else f"{text[:limit]}…{text[-1]}"


Folder = tuple[str, ...]  # the parts of its path in the submission


def _find_top(list_folder: Callable[[Folder], dict[str, bool]]) -> Folder:
    """Return the folder that holds adapters.py or cs336_basics.

    Without one, return the folder whose names the error should show: the first with several names.

    Args:
        list_folder: returns the names in a folder, and whether each is a folder itself.
    """
    top: Folder = ()
    shown = None
    for _ in range(MAX_DEPTH):
        names = list_folder(top)
        if names.keys() & set(PARTS):
            return top
        own = [name for name in names if not is_system_file(name)]
        folders = [name for name in own if names[name]]
        if len(folders) != 1:
            break
        if len(own) > 1 and shown is None:
            shown = top
        top += (folders[0],)
    return top if shown is None else shown


# Folders.


def _read_folder(source: Path) -> dict[PurePosixPath, bytes]:
    def list_folder(folder: Folder) -> dict[str, bool]:
        entries = source.joinpath(*folder).iterdir()
        return {path.name: isdir(path) and not path.is_symlink() for path in entries}

    found = _find_top(list_folder)
    for depth, folder in enumerate(found):
        above = source.joinpath(*found[:depth])
        if zips := sorted(path.name for path in above.iterdir() if is_zipped_submission(path)):
            both = f"{_show(folder)} and beside it {_show(zips[0])}"
            raise InvalidSubmission(
                f"it holds several submissions, {both}; name one, or hand in one alone"
            )
    top = source.joinpath(*found)
    return _read_files(_walk(top), os.listdir(top))


def _walk(top: Path) -> Iterator[_File]:
    """Yield adapters.py and the files under cs336_basics, except in hidden or linked folders."""
    if lexists(top / "adapters.py"):
        yield _file(top / "adapters.py", top)
    if (top / PACKAGE).is_symlink():
        raise InvalidSubmission(f"{_show(PACKAGE)} is a link; hand in the folder itself")
    if isdir(top / PACKAGE):
        for folder, folders, names in os.walk(top / PACKAGE, onerror=_raise):
            folders[:] = [name for name in folders if not name.startswith(".")]
            yield from (_file(Path(folder, name), top) for name in names)


def _raise(error: OSError) -> NoReturn:
    raise error


def _file(path: Path, top: Path) -> _File:
    name = PurePosixPath(path.relative_to(top).as_posix())

    def read(limit: int) -> bytes:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            raise InvalidSubmission(f"{_show(name)} is a link; hand in the file itself")
        if not stat.S_ISREG(mode):
            raise InvalidSubmission(f"{_show(name)} is not a regular file")
        with path.open("rb") as stream:
            return stream.read(limit)

    return _File(name, path.lstat().st_size, read)


# Zip files.


def _read_zip(source: Path) -> dict[PurePosixPath, bytes]:
    with source.open("rb") as file, _open_zip(file) as archive:
        members = [
            (PurePosixPath(member.filename.replace("\\", "/")).parts, member)
            for member in archive.infolist()
            if not member.filename.endswith(("/", "\\"))
        ]

        def inside(folder: Folder) -> Iterator[tuple[Folder, zipfile.ZipInfo]]:
            depth = len(folder)
            below = ((n, m) for n, m in members if n[:depth] == folder and len(n) > depth)
            return ((name[depth:], member) for name, member in below)

        def list_folder(folder: Folder) -> dict[str, bool]:
            names: dict[str, bool] = {}
            for name, _ in inside(folder):
                names[name[0]] = len(name) > 1
            return names

        top = _find_top(list_folder)
        found = (
            _File(
                name := PurePosixPath(*parts),
                member.file_size,
                partial(_read_member, archive, member, name),
            )
            for parts, member in inside(top)
        )
        return _read_files(found, list(list_folder(top)))


def _open_zip(file: IO[bytes]) -> zipfile.ZipFile:
    entries = sum(part.count(_ENTRY) for part in iter(lambda: file.read(2**18), b""))
    if entries > MAX_MEMBERS:  # before zipfile makes a list of millions
        raise InvalidSubmission(f"the zip file has over {MAX_MEMBERS} files and folders")
    try:
        return zipfile.ZipFile(file)
    except Exception as error:  # a damaged central directory can raise any exception
        if Path(file.name).name.casefold().endswith(_OTHER_ARCHIVES):
            raise InvalidSubmission("it is another kind of archive; hand in a zip file") from error
        file.seek(0)
        if file.read(5) == b"%PDF-":
            raise InvalidSubmission("it is a PDF, not a zip file") from error
        raise InvalidSubmission("it is not a zip file, or a damaged one") from error


def _read_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: PurePosixPath, limit: int
) -> bytes:
    mode = member.external_attr >> 16
    if stat.S_IFMT(mode) and not stat.S_ISREG(mode):
        raise InvalidSubmission(
            f"{_show(name)} is a link or a special file; hand in the file itself"
        )
    if member.flag_bits & 0x1:
        raise InvalidSubmission(f"{_show(name)} is encrypted")
    if member.compress_type not in _METHODS:
        raise InvalidSubmission(
            f"{_show(name)} is compressed in a rare way; use an ordinary zip (deflate)"
        )
    try:
        with archive.open(member) as stream:
            # A member may be far larger than its stated size; no more than that is read.
            return stream.read(min(member.file_size, limit) + 1)
    except Exception as error:
        raise InvalidSubmission(f"{_show(name)} in the zip file is damaged: {error}") from error
