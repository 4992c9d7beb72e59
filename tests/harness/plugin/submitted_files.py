"""The files that are handed in: which of a folder the grader takes, and what it leaves behind."""

from pathlib import Path, PurePath

PACKAGE = "cs336_basics"
DATA = {".json", ".toml", ".ini", ".csv", ".txt"}  # what Python reads and never imports
MAX_DATA_BYTES = 2**20  # of all data files that are handed in


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the bytes of adapters.py, modules and data files, by path relative to the folder."""
    files = [folder / "adapters.py", *sorted((folder / PACKAGE).rglob("*"))]
    contents = {}
    for file in files:
        try:
            if file.suffix == ".py" or _is_small_data(file):
                contents[file.relative_to(folder).as_posix()] = file.read_bytes()
        except OSError:  # an editor may be replacing it just now
            continue
    return contents


def is_data(file: PurePath) -> bool:
    """Return whether a file's name is that of a data file, in small letters or capitals."""
    return file.suffix.lower() in DATA


def _is_small_data(file: Path) -> bool:
    return is_data(file) and file.stat().st_size <= MAX_DATA_BYTES


def left_behind(folder: Path, taken: dict[str, bytes]) -> list[str]:
    """Return a line for each file of the package that code names and the grader does not take.

    Another line says that data files are too large together; which ones are left is not known here.

    Args:
        folder: the submission.
        taken: what `read_files` gives of it.
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
