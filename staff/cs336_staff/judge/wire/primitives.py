"""Primitives of the wire between the judge and a problem process; frames.py carries them.

A frame's payload is a sequence of primitives, all numbers little-endian:

    byte      1 byte
    number    8 bytes, signed
    float     8 bytes, IEEE 754
    text      number of bytes, then UTF-8
    blob      number of bytes, then the bytes

A reader checks each length against what is left before it takes anything, and memory grows with
what has arrived, never with what a length claims.
"""

import struct
from dataclasses import dataclass
from typing import NoReturn

_NUMBER = struct.Struct("<q")
_FLOAT = struct.Struct("<d")
NUMBER_BYTES = 8

Part = bytes | bytearray | memoryview


class WireError(Exception):
    """What came over the wire is refused. This is no ValueError, which a test may expect."""


class Refused(WireError):
    """A value that cannot cross: of an unknown type, too large, or a subclass."""


@dataclass(frozen=True)
class Limits:
    """What a decoder accepts.

    Attributes:
        frame: bytes of one message, buffers included.
        depth: how deep lists, dicts and the like may be nested.
        items: values in one message, and in any one of them.
        keys: keys of one dict, elements of one set.
        all_keys: values in all keys of a message, which may be tuples.
        text: bytes of one text.
        integer: bytes of one integer.
        elements: bytes of a tensor's elements, however few of them its storage holds.
        buffers: storages and the like of one call: each new one is compared with all of them.
        files: files and folders of a test's folder.
    """

    frame: int = 512 * 2**20
    depth: int = 24
    items: int = 1_000_000
    keys: int = 1000
    all_keys: int = 20_000
    text: int = 16 * 2**20
    integer: int = 1024
    elements: int = 2**32
    buffers: int = 4096
    files: int = 2000


def printable(text: str, besides: str = "") -> str:
    """Return text with U+FFFD for what cannot be printed and is not among `besides`."""
    if text.isprintable():  # nearly always
        return text
    return "".join(c if c.isprintable() or c in besides else "\ufffd" for c in text)


class Writer:
    """Collect a payload; large buffers are kept as they are, not copied."""

    def __init__(self) -> None:
        self._last = bytearray()
        self.parts: list[Part] = [self._last]
        self._before = 0

    @property
    def size(self) -> int:
        """The bytes collected."""
        return self._before + len(self._last)

    def raw(self, data: Part) -> None:
        """Add bytes."""
        size = data.nbytes if isinstance(data, memoryview) else len(data)
        if size <= 2**16:
            self._last += data
            return
        self._before += len(self._last) + size
        self._last = bytearray()
        self.parts += [data, self._last]

    def append(self, other: "Writer") -> None:
        """Add what another writer collected."""
        for part in other.parts:
            self.raw(part)

    def byte(self, value: int) -> None:
        """Add one byte."""
        self._last.append(value)

    def number(self, value: int) -> None:
        """Add a signed 8-byte number."""
        self._last += _NUMBER.pack(value)

    def several(self, *values: int) -> None:
        """Add numbers whose count the reader knows."""
        self._last += struct.pack(f"<{len(values)}q", *values)

    def numbers(self, values: tuple[int, ...]) -> None:
        """Add a count and that many numbers."""
        self.several(len(values), *values)

    def float(self, value: float) -> None:
        """Add an 8-byte float."""
        self._last += _FLOAT.pack(value)

    def blob(self, data: Part) -> None:
        """Add a length and bytes."""
        self.number(len(data) if not isinstance(data, memoryview) else data.nbytes)
        self.raw(data)

    def text(self, value: str) -> None:
        """Add a string."""
        self.blob(value.encode("utf-8"))


class Reader:
    """Take a payload apart. Every step may raise WireError, and nothing else."""

    def __init__(self, payload: Part, limits: Limits) -> None:
        self.view = memoryview(payload).toreadonly()
        self.size = len(self.view)
        self.limits = limits
        self.at = 0

    def fail(self, why: str) -> NoReturn:
        """Refuse the payload."""
        raise WireError(why)

    def _take(self, size: int) -> int:
        """Move past bytes; return where they begin."""
        start = self.at
        if not 0 <= size <= self.size - start:
            self.fail(f"{size} bytes announced, {self.size - start} there")
        self.at = start + size
        return start

    def raw(self, size: int) -> memoryview:
        """Take bytes; the view stays valid."""
        start = self._take(size)
        return self.view[start : start + size]

    def byte(self) -> int:
        """Take one byte."""
        at = self.at
        if at == self.size:
            self.fail("1 bytes announced, 0 there")
        self.at = at + 1
        return self.view[at]

    def number(self, low: int = 0, high: int = 2**63 - 1) -> int:
        """Take a number in [low, high]."""
        value: int = _NUMBER.unpack_from(self.view, self._take(8))[0]
        if not low <= value <= high:
            self.fail(f"{value} is not in [{low}, {high}]")
        return value

    def float(self) -> float:
        """Take a float."""
        value: float = _FLOAT.unpack_from(self.view, self._take(8))[0]
        return value

    def several(self, count: int) -> tuple[int, ...]:
        """Take that many numbers, which the caller checks."""
        return struct.unpack_from(f"<{count}q", self.view, self._take(8 * count))

    def numbers(self, most: int, low: int = -(2**63), high: int = 2**63 - 1) -> tuple[int, ...]:
        """Take a count, at most `most`, and that many numbers."""
        count = self.number(0, most)
        values = self.several(count)
        if count and (min(values) < low or max(values) > high):
            self.fail(f"a number is not in [{low}, {high}]")
        return values

    def blob(self, most: int | None = None) -> memoryview:
        """Take a length, at most `most`, and bytes."""
        return self.raw(self.number(0, self.limits.frame if most is None else most))

    def text(self, most: int | None = None) -> str:
        """Take a string of at most `most` bytes."""
        data = self.blob(self.limits.text if most is None else most)
        try:
            return str(data, "utf-8")
        except UnicodeDecodeError:
            self.fail("a string is not UTF-8")

    def printable(self, most: int) -> str:
        """Take a string to be shown: control characters and line ends are replaced."""
        return printable(self.text(most))

    def end(self) -> None:
        """Check that nothing is left."""
        if self.at != self.size:
            self.fail(f"{self.size - self.at} bytes too many")
