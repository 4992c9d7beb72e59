"""Where in a submission's files something happened."""

import linecache
import traceback
from contextlib import suppress
from functools import lru_cache
from pathlib import Path


def place_of(error: BaseException) -> str:
    """Return the line of the submission that an error names, or the innermost of its traceback."""
    if isinstance(error, SyntaxError) and (file := submitted(str(error.filename))):
        return f"{file}, line {error.lineno}: {str(error.text).strip()}"
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        code = frame.f_code
        if file := submitted(code.co_filename):
            text = ""
            with suppress(Exception):  # code may claim any file, and any line of it or none
                text = linecache.getline(code.co_filename, line, frame.f_globals).strip()
            return f"{file}, line {line}, in {code.co_name}: {text}"
    return ""


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
