"""Split a submission into functions, methods, and the rest of each module, without running it.

A data file is one unit.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cs336_staff.paths import SOLUTION
from tests.harness.plugin.submitted_files import UNPARSABLE, is_data, source_text

MODULE_LEVEL = "(module level)"
DATA_FILE = "(data file)"
MAX_FILE_LINES = 100_000  # nested classes go through the same lines again
_MARK = re.compile(r"^\s*# (?:BEGIN|END) SOLUTION(?: \w+)?\s*$")


@dataclass(frozen=True)
class Unit:
    """A function or method, the rest of a class or module, or a data file.

    Attributes:
        module: "optim" for cs336_basics/optim.py, or "adapters"; a data file's own name.
        name: its qualified name, MODULE_LEVEL or DATA_FILE.
        lines: the source lines of all its definitions, with their numbers in the file.
        times: how often the module defines it; usually the last definition counts.
    """

    module: str
    name: str
    lines: tuple[tuple[int, str], ...]
    times: int = 1

    @property
    def text(self) -> str:
        """Its source."""
        return "\n".join(line for _, line in self.lines)

    @property
    def file(self) -> str:
        """Its file, such as optim.py."""
        return self.module if self.name == DATA_FILE else f"{self.module}.py"

    @property
    def whole(self) -> bool:
        """Whether it belongs to a file, and may be compared only with the same file's."""
        return self.name in (MODULE_LEVEL, DATA_FILE)


@cache
def reference_units(normalize: bool, /) -> tuple[Unit, ...]:
    """Return the reference's units; they are read once."""
    return tuple(read_units(SOLUTION, normalize, {}))


def read_units(folder: Path, normalize: bool, unread: dict[str, str]) -> list[Unit]:
    """Return the units of a submission's files; those that cannot be read go to `unread`.

    Args:
        folder: the submission, as it is graded.
        normalize: whether formatting, comments and docstrings are left out.
        unread: gets a note for each file that cannot be read, by its path.
    """
    units = []
    inside = sorted((folder / "cs336_basics").rglob("*"))
    modules = [file for file in inside if file.suffix == ".py"]
    data = [file for file in inside if is_data(file)]
    for file in [folder / "adapters.py", *modules, *data]:
        if not file.is_file():
            continue
        name = file.relative_to(folder)
        try:
            if is_data(file):
                units.append(_data(name.relative_to("cs336_basics").as_posix(), file))
            else:
                units += units_of(_module(name), _text(file), normalize)
        except UNPARSABLE as error:
            unread[name.as_posix()] = f"{name.as_posix()} is not compared: {_why(error)}"
    return units


def _module(file: Path) -> str:
    """Return a file's name here, which no other file has: else one could hide or pose as another.

    That is its path in the package, without suffix; of another adapters.py all of its path.
    """
    path = file.with_suffix("").as_posix()
    return path if file.name == "adapters.py" else path.removeprefix("cs336_basics/")


def _data(name: str, file: Path) -> Unit:
    text = file.read_text(encoding="utf-8", errors="backslashreplace")
    lines = _lines(text.removesuffix("\n"))
    return Unit(name, DATA_FILE, tuple(enumerate(lines, start=1)))


def _lines(source: str) -> list[str]:
    lines = source.split("\n")
    if len(lines) > MAX_FILE_LINES:
        raise ValueError(f"it has over {MAX_FILE_LINES} lines")
    return lines


def _why(error: BaseException) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"it is not {error.encoding.upper()} text (byte {error.start})"
    if isinstance(error, SyntaxError):
        where = f" in line {error.lineno}" if error.lineno else ""
        return f"{error.msg}{where}"
    if isinstance(error, RecursionError | MemoryError):
        return "its code is nested too deeply"
    return str(error)


def _text(file: Path) -> str:
    try:
        return source_text(file.read_bytes())
    except SyntaxError as error:
        raise ValueError(f"it is not UTF-8 text ({error.msg})") from error


def units_of(module: str, source: str, normalize: bool) -> list[Unit]:
    """Return the units of a module: its functions, and what is at its top level besides."""
    lines = _lines(source)
    tree = ast.parse(source)
    found: list[tuple[str, ast.AST, list[int]]] = []
    rest = _gather(tree, "", 1, len(lines), found)
    found.append((MODULE_LEVEL, tree, rest))
    places = defaultdict(list)
    for name, node, numbers in found:
        places[name].append((node, numbers))
    units = []
    for name, defined in places.items():
        if normalize:
            text = "\n".join(_normalized(node) for node, _ in defined)
            shown = list(enumerate(text.split("\n"), start=1))
        else:
            all_numbers = [number for _, numbers in defined for number in numbers]
            kept = [n for n in all_numbers if not _MARK.match(lines[n - 1])]
            shown = _without_gaps([(n, lines[n - 1].rstrip()) for n in kept])
        if any(line for _, line in shown):
            units.append(Unit(module, name, tuple(shown), len(defined)))
    return units


_Def = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _gather(
    node: ast.AST, prefix: str, first: int, last: int, found: list[tuple[str, ast.AST, list[int]]]
) -> list[int]:
    """Add the units under a node to those found; return the numbers of the lines that are left."""
    left = set(range(first, last + 1))
    for child in _definitions(node):
        start = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
        end = child.end_lineno or child.lineno
        left -= set(range(start, end + 1))
        name = prefix + child.name
        if isinstance(child, ast.ClassDef):
            found.append((name, child, _gather(child, f"{name}.", start, end, found)))
        else:
            found.append((name, child, list(range(start, end + 1))))
    return sorted(left)


def _definitions(node: ast.AST) -> Iterable[_Def]:
    """Yield the functions and classes of a module or class, those under if and try too."""
    pending = list(ast.iter_child_nodes(node))[::-1]
    while pending:
        child = pending.pop()
        if isinstance(child, _Def):
            yield child
        elif isinstance(child, ast.stmt | ast.ExceptHandler):
            pending.extend(list(ast.iter_child_nodes(child))[::-1])


def _without_gaps(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Leave out blank lines at both ends, and all but one of several."""
    kept: list[tuple[int, str]] = []
    for number, line in lines:
        if line or (kept and kept[-1][1]):
            kept.append((number, line))
    while kept and not kept[-1][1]:
        kept.pop()
    return kept


class _Bare(ast.NodeTransformer):
    """Take out docstrings, and of a class or module the definitions that are units themselves."""

    def __init__(self, top: ast.AST) -> None:
        self._top = top

    def visit(self, node: ast.AST) -> ast.AST | None:
        """Return the node without what is left out, or None where it is left out itself."""
        whole = not isinstance(self._top, ast.Module | ast.ClassDef)
        if isinstance(node, _Def) and node is not self._top and not whole:
            return None
        if isinstance(node, _Def | ast.Module) and node.body and _is_docstring(node.body[0]):
            del node.body[0]
        self.generic_visit(node)
        if getattr(node, "body", None) == [] and not isinstance(node, ast.Module):
            node.body = [ast.Pass()]  # type: ignore[attr-defined]
        return node


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _normalized(node: ast.AST) -> str:
    """Return a unit's source; its tree loses what is left out, which other units do not need."""
    _Bare(node).visit(node)
    return ast.unparse(node)
