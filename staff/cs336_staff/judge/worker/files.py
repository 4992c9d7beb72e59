"""Binary file objects as arguments: contents, position and whether they are closed.

A BytesIO crosses with its contents. A file opened on a path crosses as its path; the contents of
files on disk are the mirror's business.
"""

import io
from pathlib import Path
from typing import Any

from .wire import Reader, WireError, Writer

_MEMORY, _OPENED = range(2)
_TYPES = (io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.FileIO)


def is_file(value: Any) -> bool:
    """Return whether a value is a binary file object that can cross."""
    return type(value) is io.BytesIO or type(value) in _TYPES


def flush_files(value: Any) -> None:
    """Have all file objects among some arguments write what they hold back."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            flush_files(item)
    elif is_file(value) and not value.closed and value.writable():
        value.flush()


def write_file(out: Writer, value: Any) -> None:
    """Write a file object."""
    if type(value) is io.BytesIO:
        out.byte(_MEMORY)
        out.byte(value.closed)
        out.blob(b"" if value.closed else value.getvalue())
        out.number(0 if value.closed else value.tell())
        return
    if not value.closed and value.writable():
        value.flush()
    out.byte(_OPENED)
    out.byte(value.closed)
    out.text(str(value.name))
    out.text(value.mode)
    out.number(0 if value.closed else value.tell())


def read_file(source: Reader) -> Any:
    """Read a file object that was written by `write_file`; only one in memory can be new."""
    if source.byte() != _MEMORY:
        source.fail("an open file that a worker may not send")
    closed = source.byte()
    value = io.BytesIO(bytes(source.blob()))
    value.seek(source.number())
    if closed:
        value.close()
    return value


def open_file(source: Reader) -> Any:
    """Read a file object that the judge sent, opening what it has open."""
    start = source.at
    if source.byte() == _MEMORY:
        source.at = start
        return read_file(source)
    closed, path, mode = source.byte(), Path(source.text()), source.text()
    position = source.number()
    mode = {"xb": "wb", "xb+": "rb+", "wb+": "rb+"}.get(mode, mode)
    if mode == "wb":  # opened to write: what is written so far stays
        path.touch()
        value = io.BufferedWriter(_without_truncation(path))
    else:
        value = path.open(mode)  # type: ignore[assignment]
    value.seek(position)
    if closed:
        value.close()
    return value


def _without_truncation(path: Path) -> io.FileIO:
    file = io.FileIO(str(path), "rb+")
    return file


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
