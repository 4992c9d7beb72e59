"""Where something happened: in a submission's files, or at all."""

import linecache
import traceback
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import FrameType, TracebackType


def place_of(error: BaseException) -> str:
    """Return the line of the submission that an error names, or the innermost of its traceback."""
    if isinstance(error, SyntaxError) and (file := submitted(str(error.filename))):
        return f"{file}, line {error.lineno}: {str(error.text).strip()}"
    return _innermost(reversed(list(traceback.walk_tb(error.__traceback__))))


def place_in(frame: FrameType | None) -> str:
    """Return the innermost line of the submission that runs in a frame."""
    return _innermost(traceback.walk_stack(frame))


def _innermost(frames: Iterable[tuple[FrameType, int]]) -> str:
    for frame, line in frames:
        code = frame.f_code
        if file := submitted(code.co_filename):
            text = ""
            with suppress(Exception):  # code may claim any file, and any line of it or none
                text = linecache.getline(code.co_filename, line, frame.f_globals).strip()
            return f"{file}, line {line}, in {code.co_name}: {text}"
    return ""


def with_lines(trace: TracebackType | None) -> TracebackType | None:
    """Return a traceback of which each entry has a line; pytest cannot report one without.

    Python knows no line of some instructions, such as a loop's jump back in 3.11, and a signal
    (pytest-timeout's) may come just there.
    """
    entries = []
    while trace:
        entries.append(trace)
        trace = trace.tb_next
    for entry in reversed(entries):
        frame = entry.tb_frame
        line = entry.tb_lineno or frame.f_code.co_firstlineno
        trace = TracebackType(trace, frame, entry.tb_lasti, line)
    return trace


@lru_cache(4096)
def submitted(name: str) -> str:
    """Return a file's path in the submission, "" for a file of others."""
    file = Path(name)
    if file.name == "adapters.py":
        return file.name
    for folder in file.parents:
        beside = folder.parent / "adapters.py"  # a clone may have the package's name, too
        if folder.name == "cs336_basics" and (folder == file.parent or beside.is_file()):
            return file.relative_to(folder.parent).as_posix()
    return ""
