"""Source lines of a submission that an error or a running call is in."""

import linecache
import traceback
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import FrameType, TracebackType


def error_location(error: BaseException) -> str:
    """Return the submission's line that a SyntaxError names or that raised; "" where none did."""
    if isinstance(error, SyntaxError) and (file := submission_path(str(error.filename))):
        return f"{file}, line {error.lineno}: {str(error.text).strip()}"
    return _innermost(reversed(list(traceback.walk_tb(error.__traceback__))))


def frame_location(frame: FrameType | None) -> str:
    """Return the submission's innermost line that is running in a frame; "" where none is."""
    return _innermost(traceback.walk_stack(frame))


def _innermost(frames: Iterable[tuple[FrameType, int]]) -> str:
    for frame, line in frames:
        code = frame.f_code
        if file := submission_path(code.co_filename):
            text = ""
            with suppress(Exception):  # a code object may name any file and any line, or none
                text = linecache.getline(code.co_filename, line, frame.f_globals).strip()
            return f"{file}, line {line}, in {code.co_name}: {text}"
    return ""


def with_line_numbers(trace: TracebackType | None) -> TracebackType | None:
    """Return a traceback with a line number in each entry, which pytest needs to report it.

    Python has no line for some instructions, such as a loop's jump back in 3.11, and a signal
    (such as pytest-timeout's) may arrive at one.
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
def submission_path(name: str) -> str:
    """Return a file's path relative to the submission; "" for a file outside it."""
    file = Path(name)
    if file.name == "adapters.py":
        return file.name
    for folder in file.parents:
        adapters = folder.parent / "adapters.py"  # a clone may be named cs336_basics, too
        if folder.name == "cs336_basics" and (folder == file.parent or adapters.is_file()):
            return file.relative_to(folder.parent).as_posix()
    return ""
