"""Compare a submission with the reference, function by function, without importing either.

Functions are matched by qualified name ("Adam.step"), in the same module first, then wherever they
went; what is left over on both sides and looks alike counts as renamed.
"""

import ast
import copy
import io
import re
import tempfile
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from cs336_staff.intake import Unfit, take_in
from cs336_staff.paths import SOLUTION
from tests.harness.problems import load_problems

MODULE_LEVEL = "(module level)"
ALIKE = 0.6
MAX_UNITS = 2000
MAX_RENAME_CANDIDATES = 60
_MARK = re.compile(r"^\s*# (?:BEGIN|END) SOLUTION(?: (\w+))?\s*$")


@dataclass(frozen=True)
class Unit:
    """A function or method, or what a class or module has besides.

    Attributes:
        module: "optim" for cs336_basics/optim.py, or "adapters".
        name: its qualified name, or MODULE_LEVEL.
        lines: its lines of source, each with its number in the file.
        marked: the problem that a solution mark inside it names.
        times: how often the module defines it; the last time is the one that counts.
    """

    module: str
    name: str
    lines: tuple[tuple[int, str], ...]
    marked: str = ""
    times: int = 1

    @property
    def text(self) -> str:
        """Its source."""
        return "\n".join(line for _, line in self.lines)


@dataclass(frozen=True)
class Pair:
    """A unit of the submission beside the reference's; one of them may be missing."""

    ours: Unit | None
    theirs: Unit | None
    problem: str = ""

    @property
    def name(self) -> str:
        """The reference's name of it, or the submission's where the reference has none."""
        return self._either.name

    @property
    def module(self) -> str:
        """The reference's module, or the submission's."""
        return self._either.module

    @property
    def _either(self) -> Unit:
        unit = self.ours or self.theirs
        assert unit is not None
        return unit

    @property
    def status(self) -> str:
        """missing, extra, renamed, moved, same or changed."""
        if self.theirs is None:
            return "missing"
        if self.ours is None:
            return "extra"
        if self.ours.name != self.theirs.name:
            return "renamed"
        if self.ours.module != self.theirs.module:
            return "moved"
        return "same" if self.ours.text == self.theirs.text else "changed"

    @property
    def remark(self) -> str:
        """What a reader should know beside the lines: another name, another place."""
        remarks = []
        if self.ours and self.theirs and self.ours.name != self.theirs.name:
            remarks.append(f"named {self.theirs.name}")
        if self.ours and self.theirs and self.ours.module != self.theirs.module:
            remarks.append(f"in {self.theirs.module}.py")
        if self.theirs and self.theirs.times > 1:
            remarks.append(f"defined {self.theirs.times} times, the last one shown")
        return "; ".join(remarks)


@dataclass
class Diff:
    """All pairs, in the reference's order, and what could not be compared."""

    pairs: list[Pair] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    normalized: bool = False


def diff_submission(submission: Path, *, normalize: bool = False) -> Diff:
    """Compare a submission, a folder or a zip file, with the reference.

    Args:
        submission: what was handed in.
        normalize: whether formatting, comments and docstrings are left out of the comparison.
    """
    notes: list[str] = []
    theirs: list[Unit] = []
    with tempfile.TemporaryDirectory(prefix="cs336-") as folder:
        try:
            theirs = _read(take_in(submission, Path(folder) / "submission"), normalize, notes)
        except Unfit as unfit:
            notes.append(f"the submission cannot be read: {unfit}")
    if len(theirs) > MAX_UNITS:
        notes.append(f"it has {len(theirs)} functions; the first {MAX_UNITS} are compared")
        theirs = theirs[:MAX_UNITS]
    return Diff(_match(reference_units(normalize), theirs), notes, normalize)


@cache
def reference_units(normalize: bool = False) -> tuple[Unit, ...]:
    """Return the reference's units; they are read once."""
    return tuple(_read(SOLUTION, normalize, []))


def _read(folder: Path, normalize: bool, notes: list[str]) -> list[Unit]:
    units = []
    for file in [folder / "adapters.py", *sorted((folder / "cs336_basics").rglob("*.py"))]:
        if not file.is_file():
            continue
        name = file.relative_to(folder)
        module = ".".join(name.with_suffix("").parts).removeprefix("cs336_basics.")
        try:
            units += _units(module, _text(file), normalize)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            notes.append(f"{name.as_posix()} is not compared: {_why(error)}")
    return units


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
    data = file.read_bytes()
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        raise ValueError(f"it is not UTF-8 text ({error.msg})") from error
    text = data.decode(encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _units(module: str, source: str, normalize: bool) -> list[Unit]:
    tree = ast.parse(source)
    lines = source.split("\n")
    found: list[tuple[str, ast.AST, list[int]]] = []
    rest = _gather(tree, "", 1, len(lines), found)
    found.append((MODULE_LEVEL, tree, rest))
    times = Counter(name for name, _, _ in found)
    last = {name: (node, numbers) for name, node, numbers in found}
    units = []
    for name, (node, numbers) in last.items():
        marks = [match for number in numbers if (match := _MARK.match(lines[number - 1]))]
        marked = next((match[1] for match in marks if match[1]), "")
        if normalize:
            shown = list(enumerate(_normalized(node).split("\n"), start=1))
        else:
            shown = [(n, lines[n - 1].rstrip()) for n in numbers if not _MARK.match(lines[n - 1])]
            shown = _without_gaps(shown)
        if any(line for _, line in shown):
            units.append(Unit(module, name, tuple(shown), marked, times[name]))
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
    node = copy.deepcopy(node)
    _Bare(node).visit(node)
    return ast.unparse(node)


def _match(ours: Sequence[Unit], theirs: list[Unit]) -> list[Pair]:
    left = {(unit.module, unit.name): unit for unit in theirs}
    partners: dict[Unit, Unit] = {}

    def join(unit: Unit, partner: Unit) -> None:
        partners[unit] = partner
        del left[partner.module, partner.name]

    for unit in ours:
        if (unit.module, unit.name) in left:
            join(unit, left[unit.module, unit.name])
    elsewhere = defaultdict(list)
    for partner in left.values():
        elsewhere[partner.name].append(partner)
    for unit in ours:
        if unit not in partners and unit.name != MODULE_LEVEL and elsewhere[unit.name]:
            join(unit, elsewhere[unit.name].pop(0))
    single = [unit for unit in ours if unit not in partners and unit.name != MODULE_LEVEL]
    extra = [unit for unit in left.values() if unit.name != MODULE_LEVEL]
    for unit, partner in _renamed(single, extra):
        join(unit, partner)
    pairs = [Pair(unit, partners.get(unit), problem_of(unit)) for unit in ours]
    order = {unit.module: position for position, unit in enumerate(ours)}
    pairs += [Pair(None, unit, problem_of(unit)) for unit in left.values()]
    return sorted(pairs, key=lambda pair: order.get(pair.module, len(ours)))


def _renamed(ours: list[Unit], theirs: list[Unit]) -> list[tuple[Unit, Unit]]:
    """Return units of both sides that look alike, the most alike first."""
    scored = []
    matcher = SequenceMatcher(None, autojunk=False)
    words = {unit: _words(unit) for unit in ours}
    for partner in theirs[:MAX_RENAME_CANDIDATES]:
        matcher.set_seq2(_words(partner))
        for unit in ours:
            matcher.set_seq1(words[unit])
            if matcher.real_quick_ratio() > ALIKE and matcher.quick_ratio() > ALIKE:
                scored.append((matcher.ratio(), unit, partner))
    chosen: list[tuple[Unit, Unit]] = []
    for ratio, unit, partner in sorted(scored, key=lambda item: -item[0]):
        if ratio > ALIKE and not any(unit is a or partner is b for a, b in chosen):
            chosen.append((unit, partner))
    return chosen


def _words(unit: Unit) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", unit.text)[:500]


def problem_of(unit: Unit) -> str:
    """Return the problem that a unit answers, or nothing."""
    top = unit.name.split(".")[0].removeprefix("run_")
    for name in (unit.marked, top, top.lower()):
        if name in load_problems():
            return name
    return ""
