"""The files of a submission that the grader takes, and warnings about those it does not take."""

import ast
import io
import os
import sys
import tokenize
from contextlib import suppress
from pathlib import Path, PurePath

PACKAGE = "cs336_basics"
DATA = {".json", ".toml", ".ini", ".csv", ".txt"}  # suffixes of data files
MAX_DATA_BYTES = 2**20  # of all data files together
# What reading and parsing a stranger's source can raise, a MemoryError where it nests deeply.
UNPARSABLE = (SyntaxError, ValueError, LookupError, RecursionError, MemoryError)
_AVAILABLE = {*sys.stdlib_module_names, "torch", "numpy", "einops", "jaxtyping", "cs336_basics"}


def missing_part(folder: Path) -> str:
    """Return which of adapters.py and cs336_basics a folder lacks; "" if it has both.

    Capitals count on macOS and Windows too: there Python still imports no module from a file whose
    name has others.
    """
    names: list[str] = []
    with suppress(OSError):  # it may not be read
        names = os.listdir(folder)
    for part in ("adapters.py", PACKAGE):
        if part not in names:
            similar = [name for name in names if name.casefold() == part]
            return f"{part} (capitals count: it has {similar[0]})" if similar else part
    return ""


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the bytes of adapters.py, modules and data files, by path relative to the folder."""
    files = [folder / "adapters.py", *sorted((folder / PACKAGE).rglob("*"))]
    contents = {}
    for file in files:
        try:
            name = file.relative_to(folder)
            if (file.suffix == ".py" or _is_small_data(file)) and not is_hidden(name):
                contents[name.as_posix()] = file.read_bytes()
        except OSError:  # an editor may be replacing the file
            continue
    return contents


def is_hidden(file: PurePath) -> bool:
    """Return whether a file, or a folder that it is in, is hidden: .venv, .#data.py, ._data.py."""
    return any(part.startswith(".") and part != ".." for part in file.parts)


def is_data(file: PurePath) -> bool:
    """Return whether a file has a data file's suffix, in lower or upper case."""
    return file.suffix.lower() in DATA


def _is_small_data(file: Path) -> bool:
    return is_data(file) and file.stat().st_size <= MAX_DATA_BYTES


def files_not_taken(folder: Path, taken: dict[str, bytes]) -> list[str]:
    """Return a warning for each file of the package that code names and the grader does not take.

    One more warning says that the data files together are too large.

    Args:
        folder: the submission's folder.
        taken: its files, as `read_files` returns them.
    """
    others = {file.relative_to(folder).as_posix() for file in (folder / PACKAGE).rglob("*.*")}
    code = b"\n".join(source for name, source in taken.items() if name.endswith(".py"))
    lines = [
        f"{name} is not handed in: the grader takes Python files, and data files of 1 MiB together "
        f"({', '.join(sorted(DATA))})"
        for name in sorted(others - taken.keys())
        if PurePath(name).name.encode() in code
    ]
    size = sum(len(data) for name, data in taken.items() if is_data(PurePath(name)))
    if size > MAX_DATA_BYTES:
        too_much = f"data files of {size} bytes, of which some are not handed in"
        lines.append(f"{PACKAGE} has {too_much}: the grader takes {MAX_DATA_BYTES} bytes together")
    return lines


def unavailable_imports(folder: Path, files: dict[str, bytes]) -> list[str]:
    """Return a warning for each import of a module which the grader may not have.

    Imports inside `try` are allowed, and so are imports of the submission's own modules by their
    bare names.

    Args:
        folder: the submission's folder.
        files: its files by path, as `read_files` returns them.
    """
    lines = []
    known = _AVAILABLE.union(*(file.removesuffix(".py").split("/") for file in files))
    for file, source in files.items():
        if not file.endswith(".py"):
            continue
        for name in sorted(_imported(source) - known):
            why = f"the grader may not have; a module of your own belongs in {PACKAGE}/"
            if (folder / f"{name}.py").exists():
                written = f"`from {PACKAGE}.{name} import …`"
                why = f"is not handed in: move {name}.py to {PACKAGE}/, and write {written}"
            lines.append(f"{file} imports {name}, which {why}")
    return lines


def _imported(source: bytes) -> set[str]:
    """Return the packages that a file imports outside `try`; none if it does not parse."""
    try:
        pending: list[ast.AST] = [ast.parse(source)]
    except UNPARSABLE:
        return set()
    found = set[str]()
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
        elif not isinstance(node, ast.Try):
            for field in ("body", "orelse", "cases"):  # of statements; expressions import nothing
                pending += getattr(node, field, ())
    return {name.partition(".")[0] for name in found}


def source_text(data: bytes) -> str:
    """Return the text of a module's bytes.

    Like Python, it finds line ends before it decodes. A reader that does so afterwards could take
    code that runs for a comment.

    Raises:
        SyntaxError: the declared encoding is unknown or contradicts the byte order mark.
        LookupError: the declared encoding is not a text encoding.
        ValueError: the bytes are not in that encoding, or decoding them yields more line ends.
    """
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    text = data.decode(encoding)
    if "\r" in text:
        raise ValueError(f"a line ends in {encoding} alone")
    return text
