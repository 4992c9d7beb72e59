"""A test's folder has the same files on both sides of the wire."""

import contextlib
import os
import socket
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.crossing import packed

from cs336_staff.judge.wire.folders import Mirror
from cs336_staff.judge.wire.primitives import Limits, Reader, Refused, WireError, Writer


def _exchange(a: Mirror, b: Mirror) -> None:
    out = Writer()
    a.write(out)
    b.read(Reader(packed(out), Limits()))


@pytest.fixture
def mirrors(tmp_path):
    for side in ("judge", "worker"):
        (tmp_path / side).mkdir()
    return Mirror(tmp_path / "judge", 0, 100), Mirror(tmp_path / "worker", 1, 100)


def test_folders_are_mirrored(mirrors, tmp_path):
    judge, worker = mirrors
    (judge.root / "sub" / "deep").mkdir(parents=True)
    (judge.root / "sub" / "a").write_bytes(b"one")
    (judge.root / "hard").hardlink_to(judge.root / "sub" / "a")
    with (judge.root / "sparse").open("wb") as file:
        file.truncate(2**40)
        file.seek(2**39)
        file.write(b"x")
    _exchange(judge, worker)
    assert (worker.root / "hard").samefile(worker.root / "sub" / "a")
    assert (worker.root / "sparse").stat().st_size == 2**40
    assert (worker.root / "sparse").stat().st_blocks < 100
    inode = (judge.root / "hard").stat().st_ino
    (worker.root / "new").write_bytes(b"two")
    os_replace = (worker.root / "new").replace(worker.root / "sub" / "a")
    assert os_replace.exists()
    (worker.root / "sparse").unlink()
    _exchange(worker, judge)
    assert (judge.root / "sub" / "a").read_bytes() == b"two"
    assert (judge.root / "hard").read_bytes() == b"one"
    assert (judge.root / "hard").stat().st_ino == inode
    assert not (judge.root / "sparse").exists() and (judge.root / "sub" / "deep").is_dir()
    (judge.root / "hard").write_bytes(b"three")
    _exchange(judge, worker)
    assert (worker.root / "hard").read_bytes() == b"three"


@pytest.mark.parametrize("size", [1, 100, 4096, 4097, 3 * 4096 + 5])
@pytest.mark.parametrize("start", [0, 9, 2**30])
def test_contents_come_through_whatever_zeros_they_end_with(mirrors, size, start):
    judge, worker = mirrors
    for mark in {0, 1, size // 2, size - 1}:
        data = bytearray(size)
        data[mark:] = bytes(size - mark)
        data[:mark] = b"x" * mark
        data[mark // 2] = 0
        with (judge.root / "file").open("wb") as file:
            file.seek(start)
            file.write(data)
        _exchange(judge, worker)
        with (worker.root / "file").open("rb") as file:
            file.seek(start)
            assert file.read() == data
        assert (worker.root / "file").stat().st_size == start + size


def test_a_name_that_pytest_has_taken_spoils_one_exchange_only(tmp_path, mirrors):
    _, worker = mirrors
    judge = Mirror(tmp_path / "judge", 0, 100, links=True)
    (judge.root / "testcurrent").symlink_to(tmp_path)
    (worker.root / "testcurrent").write_bytes(b"one")
    (worker.root / "other").write_bytes(b"two")
    with pytest.raises(FileExistsError):
        _exchange(worker, judge)
    (worker.root / "testcurrent").unlink()
    _exchange(Mirror(worker.root, 1, 100), Mirror(judge.root, 0, 100, links=True))
    assert (judge.root / "other").read_bytes() == b"two"


@pytest.mark.parametrize("kind", ["symlink", "fifo", "socket"])
def test_special_files_are_refused(mirrors, kind, monkeypatch):
    _, worker = mirrors
    if kind == "symlink":
        (worker.root / "x").symlink_to("/etc/passwd")
    elif kind == "fifo":
        os.mkfifo(worker.root / "x")
    else:
        with socket.socket(socket.AF_UNIX) as server:
            monkeypatch.chdir(worker.root)  # a socket's whole path may be too long
            server.bind("x")
    with pytest.raises(Refused, match="behind"):
        worker.write(Writer())


def test_contents_past_a_files_end_are_refused(mirrors):
    judge, worker = mirrors
    (worker.root / "x").write_bytes(b"0123")
    out = Writer()
    worker.write(out)
    data = bytearray(packed(out))  # ends with where the piece begins, its length, "0123"
    data[-20] = 1
    with pytest.raises(WireError, match="past its end"):
        judge.read(Reader(data, Limits()))


def _listing(out: Writer, files: int, pieces: int) -> None:
    """Write a listing of files with one byte on every second page."""
    out.byte(1)
    out.several(0, files)
    for token in range(files):
        out.text(f"file{token}")
        out.number(2 * token + 1)
    out.number(files)
    for token in range(files):
        places = [n for number in range(pieces) for n in (8192 * number, 1)]
        out.several(2 * token + 1, 2**40, pieces, *places)
        out.raw(b"x" * pieces)


@pytest.mark.parametrize("files", [1, 4])
def test_a_byte_on_each_of_many_pages_is_refused(mirrors, files):
    judge, _ = mirrors
    out = Writer()
    _listing(out, files, 2**16 // files + 1)  # 256 MiB are allowed, of 4 KiB each
    with pytest.raises(WireError):
        judge.read(Reader(packed(out), Limits()))
    assert not list(judge.root.iterdir())


def test_files_add_up_over_the_exchanges(mirrors):
    judge, _ = mirrors
    first, second = Writer(), Writer()
    _listing(first, 1, 40_000)
    judge.read(Reader(packed(first), Limits()))
    second.byte(1)
    second.several(0, 2)
    for token in (1, 3):
        second.text(f"file{token}")
        second.number(token)
    second.number(1)
    second.several(3, 2**40, 40_000, *(n for page in range(40_000) for n in (4096 * page, 1)))
    second.raw(b"x" * 40_000)
    with pytest.raises(WireError, match="more files than any problem asks for"):
        judge.read(Reader(packed(second), Limits()))


@pytest.mark.parametrize(
    "name", ["../x", "/x", "a/../x", "a//b", "", ".", "no/x", "x\0y", "y" * 300]
)
def test_listings_that_leave_the_folder_are_refused(mirrors, name):
    judge, _ = mirrors
    out = Writer()
    out.byte(1)  # a listing follows
    out.number(0)
    out.number(1)
    out.text(name)
    out.number(1)
    out.number(1)
    out.number(1)
    out.number(0)
    out.number(0)
    with pytest.raises(WireError):
        judge.read(Reader(packed(out), Limits()))


def _written() -> bytes:
    """Return what a side writes for a folder with one of each kind of entry."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "sub").mkdir()
        (root / "sub" / "a").write_bytes(b"one")
        (root / "b").hardlink_to(root / "sub" / "a")
        with (root / "sparse").open("wb") as file:
            file.truncate(2**20)
            file.seek(2**16)
            file.write(b"x")
        out = Writer()
        Mirror(root, 1, 100).write(out)
        return packed(out)


WRITTEN = _written()
CHANGES = st.lists(st.tuples(st.integers(0, len(WRITTEN) - 1), st.integers(0, 255)), max_size=4)


@settings(max_examples=500)
@given(CHANGES | st.binary(max_size=100))
def test_whatever_comes_stays_in_the_folder(changes):
    data = bytearray(WRITTEN)
    if isinstance(changes, bytes):
        data[1:] = changes
    else:
        for place, value in changes:
            data[place] = value
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "outer" / "judge"
        root.mkdir(parents=True)
        with contextlib.suppress(WireError, OSError):
            Mirror(root, 0, 100).read(Reader(data, Limits()))
        assert list(Path(folder).iterdir()) == [root.parent]
        assert list(root.parent.iterdir()) == [root]
        assert all(path.is_file() or path.is_dir() for path in root.rglob("*"))
