"""What a mirrored file holds, as it crosses: pieces with their places. Holes stay holes.

Its size and the number of pieces come first, then where each piece begins and how long it is, at
last the bytes of all pieces, one after another.
"""

import os
from pathlib import Path

from cs336_staff.judge.wire.primitives import Reader, Refused, Writer

_PAGE = 4096
_ZEROS = [bytes(2**n) for n in range(12, -1, -1)]  # together one page, and nearly one more

Segments = list[tuple[int, memoryview]]


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
    """Return how many bytes the pages take that the pieces lie on: a byte each may fill a disk."""
    ends = ((at // _PAGE, -(-(at + len(data)) // _PAGE)) for at, data in segments)
    return _PAGE * sum(last - first for first, last in ends)


def fill(path: Path, size: int, segments: Segments) -> None:
    """Give a file that is there other contents, in place."""
    with path.open("rb+", buffering=0) as file:
        file.truncate(0)
        file.truncate(size)
        for at, data in segments:
            _write_all(file.fileno(), data, at)


def _write_all(handle: int, data: memoryview, at: int) -> None:
    while data:
        written = os.pwrite(handle, data, at)
        data, at = data[written:], at + written
