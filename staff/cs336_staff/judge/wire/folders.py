"""Mirror a test's folder between the judge and a worker, by value.

Each side sends the whole listing and the contents of what is new or changed; the other makes its
own folder alike. Only regular files and folders exist in it. A file is named by a number, its
token: two names with one token are hard links, and a file that keeps its token is written in
place, so that open files and memory maps go on seeing it.
"""

import contextlib
import hashlib
import os
import shutil
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cs336_staff.judge.wire.contents import Segments, fill, pages, read_contents, write_contents
from cs336_staff.judge.wire.primitives import Reader, Refused, WireError, Writer

_SMALL = 2**20
_NAME, _PATH, _DEPTH = 255, 1000, 12
_BYTES = 256 * 2**20

_NOTHING, _LISTING = range(2)  # what a message begins with


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
        self._pinned: set[tuple[int, int]] = set()
        self._known: dict[tuple[int, int], _File] = {}

    def pin(self, files: Iterable[Path]) -> None:
        """Refuse another size for files of this side that memory maps look into, from now on."""
        for file in files:
            with contextlib.suppress(OSError):
                info = file.stat()
                self._pinned.add((info.st_dev, info.st_ino))

    def write(self, out: Writer) -> None:
        """Write the folder's listing and what changed in it since the last exchange."""
        if self._is_empty():
            self._known = {}
            out.byte(_NOTHING)
            return
        out.byte(_LISTING)
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
        root, pending = str(self.root), [""]
        while pending:
            folder = pending.pop()
            for entry in sorted(os.scandir(f"{root}/{folder}"), key=lambda entry: entry.name):
                name = f"{folder}/{entry.name}".lstrip("/")
                info = entry.stat(follow_symlinks=False)
                if self._passes_over(folder, info):
                    continue
                if stat.S_ISDIR(info.st_mode):
                    folders.append(name)
                    pending.append(name)
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

    def _passes_over(self, folder: str, info: os.stat_result) -> bool:
        return self._links and folder == "" and stat.S_ISLNK(info.st_mode)

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
        """Read a listing and make the folder alike."""
        if source.byte() == _NOTHING:
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
        present = self._walk()
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

    def _walk(self) -> dict[str, os.stat_result]:
        """Return all under the root by name, folders before what is in them."""
        found: dict[str, os.stat_result] = {}
        pending = [""]
        while pending:
            folder = pending.pop()
            for entry in os.scandir(f"{self.root}/{folder}"):
                info = entry.stat(follow_symlinks=False)
                if self._passes_over(folder, info):
                    continue
                name = f"{folder}/{entry.name}" if folder else entry.name
                found[name] = info
                if stat.S_ISDIR(info.st_mode):
                    pending.append(name)
        return found


def _kind(mode: int) -> str:
    for test, name in ((stat.S_ISLNK, "a symbolic link"), (stat.S_ISFIFO, "a pipe")):
        if test(mode):
            return name
    return "a socket" if stat.S_ISSOCK(mode) else "a special file"


def _mark(path: Path, info: os.stat_result) -> tuple[int | bytes, ...]:
    """Return what changes when a file's contents do.

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
