"""Read what is graded of a submission, from a folder or a zip file, and copy it.

That is `adapters.py` and, under `cs336_basics/`, Python files and small data files. What else was
handed in (conftest.py, a torch/ folder, .venv, .git, hidden and compiled files) is not read, and
no limit or check applies to it.
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

MAX_FILES = 2000  # that are taken, with their folders
MAX_FILE_BYTES = 2 * 2**20
MAX_TOTAL_BYTES = 16 * 2**20  # of all Python files
MAX_DEPTH = 12
MAX_MEMBERS = 200_000  # of a zip file, taken or not: zipfile keeps a list of them
PARTS = ("adapters.py", PACKAGE)
_SHOWN = 5  # names at the top, where adapters.py is not among them
# Errors of reading that a student can cause: a folder without permissions, a name that is too long.
_OF_THE_SUBMISSION = {errno.EACCES, errno.ELOOP, errno.ENAMETOOLONG, errno.ENOTDIR}
_ENTRY = b"PK\1\2"  # begins each member's entry in a zip file's list
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others decompress without a bound
_OTHER_ARCHIVES = (".tar", ".tgz", ".tar.gz", ".7z", ".rar")


class Unfit(ValueError):
    """A submission that cannot be graded; the message says why, for the student."""


class _File(NamedTuple):
    """A file of a submission: its path in there, its size, and how to read up to a limit."""

    name: PurePosixPath
    size: int
    read: Callable[[int], bytes]


def take_in(source: Path, destination: Path) -> Path:
    """Copy a submission's own Python and data files to a new folder; return that.

    Args:
        source: a folder or a zip file, see `read_submission`.
        destination: the folder to make.

    Raises:
        Unfit: with the reason; nothing has been written.
        OSError: this machine cannot read or write (a full disk, a source that is not there); that
            is no fault of the submission's.
    """
    for name, data in read_submission(source).items():
        target = destination / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return destination


def read_submission(source: Path) -> dict[PurePosixPath, bytes]:
    """Return the files that are graded of a submission, by their paths in it.

    Args:
        source: a folder or a zip file, with adapters.py at its top, or in a folder that is alone
            there, and so on: hw/hw/adapters.py is what unpacking and packing again gives. A
            folder beside zip files of submissions is not alone: a class's would be one student's.

    Raises:
        Unfit: with the reason.
        OSError: this machine cannot read it.
    """
    try:
        if source.is_symlink():
            raise Unfit("it is a link, not a folder or a zip file")
        if source.is_dir():
            return _read_folder(source)
        if source.is_file():
            return _read_zip(source)
        source.stat()  # raises where it is not there
    except OSError as error:
        if error.errno in _OF_THE_SUBMISSION:
            raise Unfit(f"it cannot be read: {error.strerror}") from error
        raise
    raise Unfit("it is neither a folder nor a zip file")


def fingerprint(submission: Path) -> str:
    """Return a hash of what would be graded of a submission, or of why it cannot be."""
    digest = hashlib.sha256()
    try:
        files = read_submission(submission)
    except Unfit as unfit:
        return hashlib.sha256(f"unfit: {unfit}".encode(errors="replace")).hexdigest()
    for name, data in sorted(files.items()):
        digest.update(name.as_posix().encode(errors="surrogateescape") + b"\0")
        digest.update(hashlib.sha256(data).digest())
    return digest.hexdigest()


def is_litter(name: str) -> bool:
    """Return whether a name is one that systems and editors leave beside what is handed in."""
    return name.startswith((".", "__", "~$")) or name.casefold() in ("thumbs.db", "desktop.ini")


def is_zipped_submission(path: Path) -> bool:
    """Return whether a file is a zip file that holds an adapters.py."""
    if path.suffix.lower() != ".zip" or is_litter(path.name):
        return False
    if not stat.S_ISREG(path.lstat().st_mode):
        return False
    with suppress(Unfit, PermissionError), path.open("rb") as file, _opened(file) as archive:
        return any(re.split(r"[/\\]", name)[-1] == "adapters.py" for name in archive.namelist())
    return False


# What is taken.


def _is_module(name: PurePosixPath) -> bool:
    return name.parts == ("adapters.py",) or (_in_package(name) and name.suffix == ".py")


def _in_package(name: PurePosixPath) -> bool:
    return name.parts[0] == PACKAGE and not is_hidden(name)


def _has_odd_name(name: PurePosixPath) -> bool:
    too_long = len(str(name)) > 400 or any(len(os.fsencode(part)) > 255 for part in name.parts)
    return ".." in name.parts or len(name.parts) > MAX_DEPTH or too_long


def _read_files(found: Iterable[_File], at_top: list[str]) -> dict[PurePosixPath, bytes]:
    """Read the Python files, and the data files as far as there is room for them.

    Args:
        found: the submission's files, also those that are not taken.
        at_top: the names at its top, for the message where adapters.py is not among them.
    """
    modules: dict[PurePosixPath, _File] = {}
    data: dict[PurePosixPath, _File] = {}
    for file in found:
        taken = modules if _is_module(file.name) else data
        if taken is data and not (_in_package(file.name) and is_data(file.name)):
            continue
        if file.name in taken:
            raise Unfit(f"the zip file has {_show(file.name)} twice")
        taken[file.name] = file
        if len(modules) > MAX_FILES:
            raise Unfit(f"it has over {MAX_FILES} Python files")
    _check_parts(modules, at_top)
    folders = _folders(modules)
    if len(modules) + len(folders) > MAX_FILES:
        raise Unfit(f"it has over {MAX_FILES} files and folders")
    if both := sorted(folders & modules.keys()):
        raise Unfit(f"the zip file has {_show(both[0])} as a file and as a folder")
    files = _read_modules(modules)
    room = MAX_DATA_BYTES
    for name, file in sorted(data.items()):
        more = folders | _folders([name])
        fits = file.size <= room and len(files) + len(more) < MAX_FILES
        if not fits or _has_odd_name(name) or name in more or more & files.keys():
            continue
        folders = more
        room -= file.size  # also where it is damaged, or a small zip file keeps its reader busy
        with suppress(Unfit):
            files[name] = file.read(file.size)
    return files


def _read_modules(modules: dict[PurePosixPath, _File]) -> dict[PurePosixPath, bytes]:
    files = {}
    left = MAX_TOTAL_BYTES
    for name, file in sorted(modules.items()):
        if _has_odd_name(name):
            raise Unfit(f"{_show(name)} is an unsafe name, too long or over {MAX_DEPTH} deep")
        data = file.read(MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES:
            raise Unfit(f"{_show(name)} is over {MAX_FILE_BYTES // 2**20} MiB")
        left -= len(data)
        if left < 0:
            raise Unfit(f"its Python files are over {MAX_TOTAL_BYTES // 2**20} MiB together")
        files[name] = data
    return files


def _folders(names: Iterable[PurePosixPath]) -> set[PurePosixPath]:
    return {folder for name in names for folder in name.parents} - {PurePosixPath(".")}


def _check_parts(modules: Iterable[PurePosixPath], at_top: list[str]) -> None:
    names = [name.parts[0] for name in modules]
    if "adapters.py" not in names:
        missing = "no adapters.py at its top"
    elif PACKAGE not in names:
        missing = f"no Python files in a folder {PACKAGE} beside adapters.py"
    else:
        return
    shown = ", ".join(_show(name)[:40] for name in sorted(at_top)[:_SHOWN])
    shown += ", …" if len(at_top) > _SHOWN else ""
    if any(name not in PARTS and name.casefold() in PARTS for name in at_top):
        shown += " (capitals count)"
    found = f"at its top: {shown}" if at_top else "it is empty"
    raise Unfit(f"it has {missing}, so no problem can be run; {found}")


def _show(name: object) -> str:
    return ascii(str(name))[:120]


Place = tuple[str, ...]  # the folders that lead to one


def _find_top(list_folder: Callable[[Place], dict[str, bool]]) -> Place:
    """Return where a submission is; if there is none, the first folder that shows what is there.

    Args:
        list_folder: returns the names in a folder, and whether each is a folder itself.
    """
    top: Place = ()
    shows = None
    for _ in range(MAX_DEPTH):
        names = list_folder(top)
        if names.keys() & set(PARTS):
            return top
        there = {name: inside for name, inside in names.items() if not is_litter(name)}
        folders = [name for name, is_folder in there.items() if is_folder]
        if len(folders) != 1:
            break
        if len(there) > 1 and shows is None:
            shows = top
        top += (folders[0],)
    return top if shows is None else shows


# Folders.


def _read_folder(source: Path) -> dict[PurePosixPath, bytes]:
    def list_folder(place: Place) -> dict[str, bool]:
        entries = source.joinpath(*place).iterdir()
        return {path.name: isdir(path) and not path.is_symlink() for path in entries}

    place = _find_top(list_folder)
    for depth, folder in enumerate(place):
        above = source.joinpath(*place[:depth])
        if zips := sorted(path.name for path in above.iterdir() if is_zipped_submission(path)):
            both = f"{_show(folder)} and beside it {_show(zips[0])}"
            raise Unfit(f"it holds several submissions, {both}; name one, or hand in one alone")
    top = source.joinpath(*place)
    return _read_files(_walk(top), os.listdir(top))


def _walk(top: Path) -> Iterator[_File]:
    """Yield adapters.py and what is under cs336_basics and not hidden; links are not followed."""
    if lexists(top / "adapters.py"):
        yield _file(top / "adapters.py", top)
    if (top / PACKAGE).is_symlink():
        raise Unfit(f"{_show(PACKAGE)} is a link; hand in the folder itself")
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
            raise Unfit(f"{_show(name)} is a link; hand in the file itself")
        if not stat.S_ISREG(mode):
            raise Unfit(f"{_show(name)} is not a regular file")
        with path.open("rb") as stream:
            return stream.read(limit)

    return _File(name, path.lstat().st_size, read)


# Zip files.


def _read_zip(source: Path) -> dict[PurePosixPath, bytes]:
    with source.open("rb") as file, _opened(file) as archive:
        members = [
            (PurePosixPath(member.filename.replace("\\", "/")).parts, member)
            for member in archive.infolist()
            if not member.filename.endswith(("/", "\\"))
        ]

        def inside(place: Place) -> Iterator[tuple[Place, zipfile.ZipInfo]]:
            depth = len(place)
            below = ((n, m) for n, m in members if n[:depth] == place and len(n) > depth)
            return ((name[depth:], member) for name, member in below)

        def list_folder(place: Place) -> dict[str, bool]:
            names: dict[str, bool] = {}
            for name, _ in inside(place):
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


def _opened(file: IO[bytes]) -> zipfile.ZipFile:
    entries = sum(part.count(_ENTRY) for part in iter(lambda: file.read(2**18), b""))
    if entries > MAX_MEMBERS:  # before a list of millions is made of them
        raise Unfit(f"the zip file has over {MAX_MEMBERS} files and folders")
    try:
        return zipfile.ZipFile(file)
    except Exception as error:  # from a damaged list of members it raises whatever there is
        if Path(file.name).name.casefold().endswith(_OTHER_ARCHIVES):
            raise Unfit("it is another kind of archive; hand in a zip file") from error
        raise Unfit("it is not a zip file, or a damaged one") from error


def _read_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: PurePosixPath, limit: int
) -> bytes:
    mode = member.external_attr >> 16
    if stat.S_IFMT(mode) and not stat.S_ISREG(mode):
        raise Unfit(f"{_show(name)} is a link or a special file; hand in the file itself")
    if member.flag_bits & 0x1:
        raise Unfit(f"{_show(name)} is encrypted")
    if member.compress_type not in _METHODS:
        raise Unfit(f"{_show(name)} is compressed in a rare way; use an ordinary zip (deflate)")
    try:
        with archive.open(member) as stream:
            # A member can hold far more than the size that it states, and is not read past that.
            return stream.read(min(member.file_size, limit) + 1)
    except Exception as error:
        raise Unfit(f"{_show(name)} in the zip file is damaged: {error}") from error
