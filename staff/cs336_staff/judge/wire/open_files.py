"""Binary file objects as arguments: contents, position and whether they are closed.

A BytesIO crosses with its contents. A file opened on a path crosses as its path; the contents of
files on disk are mirrored, see folders.py. values.py, requests.py and changes.py call this.
"""

import io
from pathlib import Path
from typing import Any

from cs336_staff.judge.wire.primitives import Reader, WireError, Writer

OPENED = (io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.FileIO)


def is_file(value: Any) -> bool:
    """Return whether a value is a binary file object that can cross."""
    return type(value) is io.BytesIO or type(value) in OPENED


def write_file(out: Writer, value: io.BytesIO) -> None:
    """Write a file object in memory, the only kind that a problem process may send."""
    out.byte(value.closed)
    out.blob(b"" if value.closed else value.getvalue())
    out.number(0 if value.closed else value.tell())


def read_file(source: Reader) -> io.BytesIO:
    """Read a file object that was written by `write_file`."""
    closed, content = source.byte(), bytes(source.blob())
    return memory_file(content, source.number(), bool(closed))


def memory_file(content: bytes, position: int, closed: bool) -> io.BytesIO:
    """Make a file object in memory, as it was on the other side."""
    value = io.BytesIO(content)
    value.seek(position)
    if closed:
        value.close()
    return value


def open_file(name: str, mode: str, position: int, closed: bool) -> Any:
    """Open a file that the judge has open."""
    path, mode = Path(name), {"xb": "wb", "xb+": "rb+", "wb+": "rb+"}.get(mode, mode)
    if mode == "wb":  # opened to write: what is written so far stays
        path.touch()
        value: Any = io.BufferedWriter(io.FileIO(path, "rb+"))
    else:
        value = path.open(mode)
    value.seek(position)
    if closed:
        value.close()
    return value


def write_file_state(out: Writer, value: Any) -> None:
    """Write how a call left a file object."""
    closed = bool(value.closed)
    out.byte(closed)
    if type(value) is io.BytesIO:
        out.blob(b"" if closed else value.getvalue())
    else:
        if not closed and value.writable():
            value.flush()
        out.blob(b"")
    out.number(0 if closed else value.tell())


def read_file_state(source: Reader, value: Any) -> None:
    """Leave a file object as the call left it."""
    closed, data, position = source.byte(), bytes(source.blob()), source.number()
    if value.closed:
        return
    if type(value) is io.BytesIO:
        if not closed and value.getvalue() != data:
            try:
                value.seek(0)
                value.truncate()
                value.write(data)
            except BufferError as error:
                raise WireError("a BytesIO that is in use") from error
        if position > len(data) + 2**20 and not closed:
            raise WireError("a position far past the end")
    value.seek(0, io.SEEK_END)  # forgets what was read ahead
    value.seek(position)
    if closed:
        value.close()
