"""A test's folder, mirrored between the judge and a problem process by value.

Each side sends the whole listing and the contents of what is new or changed; the other makes its
own folder equal. Only regular files and folders exist in it. A file is named by a number, its
token: two names with one token are hard links, and a file that keeps its token is written in
place, so that open files and memory maps go on seeing it.

A file's contents cross as segments with their places: holes stay holes. FORMAT.md says each byte.
"""

import contextlib
import hashlib
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cs336_staff.judge.wire.primitives import Reader, Refused, WireError, Writer
from cs336_staff.judge.wire.storages import Buffer

_SMALL = 2**20
_NAME, _PATH, _DEPTH = 255, 1000, 12
_BYTES = 256 * 2**20
_PAGE = 4096
_ZEROS = [bytes(2**n) for n in range(12, -1, -1)]  # together one page and almost a second

NOTHING, LISTING = range(2)  # what a message begins with

Segments = list[tuple[int, memoryview]]


@dataclass
class _File:
    token: int
    mark: tuple[int | bytes, ...]


class Mirror:
    """One side's folder. Tokens given out by the two sides differ by parity."""

    def __init__(
        self, root: Path, first_token: int, files: int, largest: int = 2**44, links: bool = False
    ) -> None:
        """Mirror a folder.

        Args:
            root: the folder; it may not exist yet.
            first_token: 0 on one side and 1 on the other.
            files: how many files and folders there may be.
            largest: bytes of a file that the other side sends, holes included.
            links: pass over links in the folder itself, which are pytest's own.
        """
        self.root = root
        self._links = links
        self._next = first_token
        self._most = files
        self._largest = largest
        self._pinned: dict[tuple[int, int], Any] = {}
        self._known: dict[tuple[int, int], _File] = {}

    def pin(self, buffers: Iterable[Buffer]) -> None:
        """Refuse another size for files of this side that memory maps look into, from now on.

        The maps are kept, so that no other file gets the number of one that was removed.
        """
        for buffer in buffers:
            if buffer.mapped:
                with contextlib.suppress(OSError):
                    info = buffer.mapped[0].stat()
                    self._pinned.setdefault((info.st_dev, info.st_ino), buffer.owner)

    def write(self, out: Writer) -> None:
        """Write the folder's listing and what changed in it since the last exchange."""
        if self._is_empty():
            self._known = {}
            out.byte(NOTHING)
            return
        out.byte(LISTING)
        folders, names, changed = self._scan()
        out.number(len(folders))
        for folder in folders:
            out.text(folder)
        out.number(len(names))
        for name, token in names.items():
            out.text(name)
            out.number(token)
        out.number(len(changed))
        for token, path in changed.items():
            out.number(token)
            write_contents(out, path, _BYTES)

    def _is_empty(self) -> bool:
        try:
            return not os.listdir(self.root)
        except (FileNotFoundError, NotADirectoryError):
            return True

    def _scan(self) -> tuple[list[str], dict[str, int], dict[int, Path]]:
        folders: list[str] = []
        names: dict[str, int] = {}
        changed: dict[int, Path] = {}
        known: dict[tuple[int, int], _File] = {}
        total = 0
        for name, info in self._walk():
            if stat.S_ISDIR(info.st_mode):
                folders.append(name)
            elif not stat.S_ISREG(info.st_mode):
                raise Refused(f"it left {_kind(info.st_mode)} behind: {ascii(name)[:100]}")
            else:
                key = (info.st_dev, info.st_ino)
                if key not in known:
                    known[key] = self._look(self.root / name, key, info, changed)
                    total += 512 * info.st_blocks
                names[name] = known[key].token
            if len(names) + len(folders) > self._most or total > _BYTES:
                raise Refused("it left more files behind than any problem asks for")
        self._known = known
        return folders, names, changed

    def _look(
        self, path: Path, key: tuple[int, int], info: os.stat_result, changed: dict[int, Path]
    ) -> _File:
        mark = _mark(path, info)
        before = self._known.get(key)
        if before and before.mark == mark:
            return before
        if before is None:
            before = _File(self._next, mark)
            self._next += 2
        changed[before.token] = path
        return _File(before.token, mark)

    def read(self, source: Reader) -> None:
        """Read a listing and make the folder equal to it."""
        if source.byte() == NOTHING:
            if not self._is_empty():
                self._apply(source, [], {}, {})
            self._known = {}
            return
        self.root.mkdir(parents=True, exist_ok=True)
        folders = [_safe(source) for _ in range(source.number(0, self._most))]
        names: dict[str, int] = {}
        for _ in range(source.number(0, self._most)):
            name = _safe(source)
            names[name] = source.number()
        if len(folders) + len(names) > self._most:
            source.fail("more files than any problem asks for")
        contents = {}
        left = _BYTES
        for _ in range(source.number(0, self._most)):
            token = source.number()
            contents[token] = read_contents(source, left, self._largest)
            left -= pages(contents[token][1])
        _check_tree(source, folders, names)
        self._apply(source, folders, names, contents)

    def _apply(
        self,
        source: Reader,
        folders: list[str],
        names: dict[str, int],
        contents: dict[int, tuple[int, Segments]],
    ) -> None:
        here: dict[str, int] = {}
        where: dict[int, Path] = {}
        present = dict(self._walk())
        for name, info in present.items():
            if stat.S_ISREG(info.st_mode):
                file = self._known.get((info.st_dev, info.st_ino))
                token = file.token if file else -1
                here[name] = token
                where.setdefault(token, self.root / name)
        if here == names and present.keys() - here.keys() == set(folders) and not contents:
            return  # nothing new: as in most calls
        if any(t not in contents and t not in where for t in names.values()):
            source.fail("a file without contents")
        stage = self.root.with_name(self.root.name + ".stage")
        try:
            self._place(stage, here, where, present, folders, names)
        finally:
            shutil.rmtree(stage, ignore_errors=True)
        self._fill(names, contents)

    def _place(
        self,
        stage: Path,
        here: dict[str, int],
        where: dict[int, Path],
        present: dict[str, os.stat_result],
        folders: list[str],
        names: dict[str, int],
    ) -> None:
        """Put folders and files where they are on the other side; new files are empty as yet."""
        held: dict[int, Path] = {}
        for token in {t for name, t in names.items() if t in where and here.get(name) != t}:
            stage.mkdir(exist_ok=True)  # a file that takes another name
            held[token] = stage / str(token)
            os.link(where[token], held[token])
        for name in reversed(present):
            if name in here:
                if names.get(name) != here[name]:
                    (self.root / name).unlink()
            elif name not in folders:
                (self.root / name).rmdir()
        for name in sorted(folders):
            (self.root / name).mkdir(exist_ok=True)
        for name, token in names.items():
            if here.get(name) == token:
                continue
            path = self.root / name
            if token in held:
                os.link(held[token], path)
            else:
                path.touch(exist_ok=False)
                held[token] = path

    def _fill(self, names: dict[str, int], contents: dict[int, tuple[int, Segments]]) -> None:
        known, held = {}, {}
        for name, token in names.items():
            path = self.root / name
            if token in contents:
                size, segments = contents.pop(token)
                if size != path.stat().st_size and self._is_pinned(path):
                    raise WireError("another size of a file that is mapped into memory")
                fill(path, size, segments)
            info = path.lstat()
            known[info.st_dev, info.st_ino] = _File(token, _mark(path, info))
            held[token] = 512 * info.st_blocks
        self._known = known
        if sum(held.values()) > _BYTES:
            raise WireError("more files than any problem asks for")

    def _is_pinned(self, path: Path) -> bool:
        info = path.stat()
        return (info.st_dev, info.st_ino) in self._pinned

    def _walk(self) -> Iterator[tuple[str, os.stat_result]]:
        """Yield the name of each file and folder, folders before what is in them."""
        pending = [""]
        while pending:
            folder = pending.pop()
            for entry in sorted(os.scandir(f"{self.root}/{folder}"), key=lambda entry: entry.name):
                info = entry.stat(follow_symlinks=False)
                if self._links and folder == "" and stat.S_ISLNK(info.st_mode):
                    continue
                name = f"{folder}/{entry.name}" if folder else entry.name
                yield name, info
                if stat.S_ISDIR(info.st_mode):
                    pending.append(name)


def write_contents(out: Writer, path: Path, most: int) -> None:
    """Write a file's contents, of at most `most` bytes without the holes."""
    with path.open("rb") as file:
        handle = file.fileno()
        size = os.fstat(handle).st_size
        places = _data(handle, size)
        if sum(length for _, length in places) > most:
            raise Refused("it left a file larger than any problem asks for")
        pieces = [(at, _trimmed(os.pread(handle, length, at))) for at, length in places]
    out.several(size, len(pieces), *(n for at, data in pieces for n in (at, len(data))))
    out.raw(b"".join(data for _, data in pieces))


def _data(handle: int, size: int) -> list[tuple[int, int]]:
    """Return where an open file has data, and how many bytes."""
    places = []
    at = 0
    while at < size:
        try:
            start = os.lseek(handle, at, os.SEEK_DATA)
        except OSError:
            break  # nothing but a hole from here on
        at = os.lseek(handle, start, os.SEEK_HOLE)
        places.append((start, at - start))
    return places


def _trimmed(data: bytes) -> bytes:
    """Return a piece without the zeros at its end: of a page in a sparse file nearly all are.

    Of a longer run of zeros some stay: those of one page are looked for, and `bytes.rstrip` takes
    several times as long to find them.
    """
    end = len(data)
    for zeros in _ZEROS:
        if data.endswith(zeros, 0, end):
            end -= len(zeros)
    return data[: max(end, 1)]


def read_contents(source: Reader, most: int, largest: int) -> tuple[int, Segments]:
    """Read a file's size, `largest` at most, and its pieces, `most` bytes of whole pages."""
    size = source.number(0, largest)
    places = iter(source.several(2 * source.number(0, most // _PAGE)))
    segments: Segments = []
    for at, length in zip(places, places, strict=True):
        if not 0 <= at < at + length <= size:
            source.fail("a file's contents past its end, or none")
        segments.append((at, source.raw(length)))
    if pages(segments) > most:
        source.fail("more contents than any problem asks for")
    return size, segments


def pages(segments: Segments) -> int:
    """Return how many bytes the pages with the pieces take: a piece of one byte takes a page."""
    ends = ((at // _PAGE, -(-(at + len(data)) // _PAGE)) for at, data in segments)
    return _PAGE * sum(last - first for first, last in ends)


def fill(path: Path, size: int, segments: Segments) -> None:
    """Give an existing file other contents, in place."""
    with path.open("rb+", buffering=0) as file:
        file.truncate(0)
        file.truncate(size)
        for at, data in segments:
            _write_all(file.fileno(), data, at)


def _write_all(handle: int, data: memoryview, at: int) -> None:
    while data:
        written = os.pwrite(handle, data, at)
        data, at = data[written:], at + written


def _kind(mode: int) -> str:
    for test, name in ((stat.S_ISLNK, "a symbolic link"), (stat.S_ISFIFO, "a pipe")):
        if test(mode):
            return name
    return "a socket" if stat.S_ISSOCK(mode) else "a special file"


def _mark(path: Path, info: os.stat_result) -> tuple[int | bytes, ...]:
    """Return what changes when a file's contents change.

    Not its blocks: reading a hole through a memory map takes one on tmpfs.
    """
    if info.st_size <= _SMALL:
        return (info.st_size, hashlib.blake2b(path.read_bytes(), digest_size=16).digest())
    return (info.st_size, info.st_mtime_ns, info.st_ctime_ns)


def _safe(source: Reader) -> str:
    name = source.text(_PATH)
    parts = name.split("/")
    good = all(part not in ("", ".", "..") and len(part.encode()) <= _NAME for part in parts)
    if not good or "\0" in name or len(parts) > _DEPTH:
        raise WireError("a file name that is not allowed")
    return name


def _check_tree(source: Reader, folders: list[str], names: dict[str, int]) -> None:
    known = {"", *folders}
    if len(known) != len(folders) + 1 or known & set(names):
        source.fail("a name for two things")
    if any(name.rpartition("/")[0] not in known for name in [*folders, *names]):
        source.fail("a file in a folder that there is not")
