"""Show a diff side by side: rows for a page, and coloured text for a terminal."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cs336_staff.compare.match import MAX_LINES, Diff, Pair
from cs336_staff.compare.units import Unit
from cs336_staff.results.record import Results
from tests.harness.plugin.scores import FAILED, PASSED, TODO, ProblemRow
from tests.harness.plugin.terminal import points

MAX_COLUMNS = 400
CONTEXT = 3  # equal lines kept at both ends of a long stretch of them
_Line = tuple[int, str]
Pieces = list[tuple[str, bool]]  # text, and whether it differs from the other side's

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
# Printable by Python's definition, and invisible: fillers, joiners, selectors of variants.
_BLANK = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    r"\U0001d159\U000e0100-\U000e01ef]"
)
_COLOURS = {
    "same": "green",
    "changed": "yellow",
    "moved": "cyan",
    "renamed": "cyan",
    "missing": "red",
    "extra": "magenta",
}
_STYLES = {
    "replace": ("red", "green"),
    "delete": ("red", ""),
    "insert": ("", "green"),
    "fold": ("dim", "dim"),
}


@dataclass(frozen=True)
class Row:
    """One line of both sides; a side without a line has number 0.

    Attributes:
        tag: equal, replace, delete (only the submission has it), insert (only the reference),
            or fold (equal lines are left out here).
    """

    tag: str
    left_number: int
    left: Pieces
    right_number: int
    right: Pieces


def side_by_side(pair: Pair) -> list[Row]:
    """Return the rows of a pair: the submission at the left, the reference at the right."""
    left, right = _lines(pair.submission), _lines(pair.reference)
    matcher = SequenceMatcher(None, [t for _, t in left], [t for _, t in right], autojunk=False)
    rows: list[Row] = []
    for tag, left_start, left_end, right_start, right_end in matcher.get_opcodes():
        stretch = list(zip_longest(left[left_start:left_end], right[right_start:right_end]))
        if tag == "equal" and len(stretch) > 3 * CONTEXT:
            fold: Pieces = [(f"⋯ {len(stretch) - 2 * CONTEXT} equal lines", False)]
            rows += [_row(tag, *pair) for pair in stretch[:CONTEXT]]
            rows.append(Row("fold", 0, fold, 0, fold))
            stretch = stretch[-CONTEXT:]
        rows += [_row(tag, *pair) for pair in stretch]
    return rows


def _row(tag: str, left: _Line | None, right: _Line | None) -> Row:
    if left and right:
        sides = (left[1], right[1])
        a, b = _pieces(*sides) if tag == "replace" else (_plain(left), _plain(right))
        return Row(tag, left[0], a, right[0], b)
    if left:
        return Row("delete", left[0], _plain(left), 0, [])
    assert right is not None
    return Row("insert", 0, [], right[0], _plain(right))


def _lines(unit: Unit | None) -> list[_Line]:
    lines = [(number, visible(text)) for number, text in unit.lines] if unit else []
    if len(lines) > MAX_LINES:
        left_out = len(lines) - MAX_LINES
        lines = [*lines[:MAX_LINES], (0, f"… {left_out} more lines are not shown")]
    return lines


def visible(text: str) -> str:
    """Return a line of source in which invisible and misleading characters are spelled out."""
    whole = text.expandtabs(4)
    shown = whole[:MAX_COLUMNS]
    if not shown.isprintable():
        shown = "".join(char if char.isprintable() else f"⟨U+{ord(char):04X}⟩" for char in shown)
    shown = _BLANK.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", shown)
    return shown + ("…" if len(whole) > MAX_COLUMNS else "")


def _plain(line: _Line) -> Pieces:
    return [(line[1], False)]


def _pieces(left: str, right: str) -> tuple[Pieces, Pieces]:
    """Return both lines in pieces, marked where they differ; very different lines stay whole."""
    words = (_WORD.findall(left), _WORD.findall(right))
    matcher = SequenceMatcher(None, *words, autojunk=False)
    if matcher.quick_ratio() < 0.5:
        return [(left, False)], [(right, False)]
    sides: tuple[Pieces, Pieces] = ([], [])
    for tag, a, b, c, d in matcher.get_opcodes():
        for side, text in zip(sides, ("".join(words[0][a:b]), "".join(words[1][c:d])), strict=True):
            if text:
                side.append((text, tag != "equal"))
    return sides


def print_diff(
    diff: Diff, console: Console, results: Results | None = None, all_pairs: bool = False
) -> None:
    """Print a diff to a terminal, the submission at the left.

    Args:
        diff: what to print.
        console: where to.
        results: the submission's results.json, for verdicts and points beside the functions.
        all_pairs: print also functions that are the same, or missing.
    """
    for note in diff.notes:
        console.print(Text(visible(note), style="bold yellow"))
    problems = problem_rows(results)
    quiet = () if all_pairs else ("same", "missing")
    for pair in diff.pairs:
        if pair.status in quiet:
            continue
        console.print()
        console.print(_heading(pair, problems.get(pair.problem)))
        console.print(_table(pair))
    console.print()
    if missing := diff.names("missing"):
        console.print(f"only the reference has: {', '.join(missing)}", style="red", markup=False)
    same = sum(pair.status == "same" for pair in diff.pairs)
    differ = len(diff.pairs) - same - len(missing)
    counts = f"{differ} differ, {same} same, {len(missing)} missing"
    console.print(f"functions, module levels and data files: {counts}")
    for line in verdicts(results):
        console.print(line, markup=False, highlight=False)


def problem_rows(results: Results | None) -> dict[str, ProblemRow]:
    """Return the verdicts on problems by the problems' ids."""
    return {row.id: row for row in results.extra_data.problems} if results else {}


def verdicts(results: Results | None) -> list[str]:
    """Return lines with the score and the problems that did not pass."""
    if not results:
        return []
    lines = [f"{results.score} of {points(results.extra_data.possible)}"]
    for status in (FAILED, TODO):
        if ids := [id_ for id_, row in problem_rows(results).items() if row.status == status]:
            lines.append(f"{status}: {', '.join(ids)}")
    return lines


def _heading(pair: Pair, problem: ProblemRow | None) -> Text:
    text = Text.assemble(
        (visible(pair.name), "bold"),
        f"  {visible(pair.file)}  ",
        (pair.status, _COLOURS[pair.status]),
    )
    if pair.remark:
        text.append(f"  ({visible(pair.remark)})")
    if problem:
        colour = "green" if problem.status == PASSED else "red"
        verdict = f"  {problem.id}: {problem.status}, {problem.earned} of {points(problem.points)}"
        text.append(verdict, colour)
    return text


def _table(pair: Pair) -> Table:
    table = Table(box=None, expand=True, padding=(0, 1), show_header=True, header_style="dim")
    for title in ("submission", "reference"):
        table.add_column("", justify="right", style="dim", no_wrap=True)
        table.add_column(title, ratio=1, overflow="fold")
    for row in side_by_side(pair):
        table.add_row(
            str(row.left_number or ""),
            _styled(row.left, _STYLES.get(row.tag, ("", ""))[0]),
            str(row.right_number or ""),
            _styled(row.right, _STYLES.get(row.tag, ("", ""))[1]),
        )
    return table


def _styled(pieces: Pieces, style: str) -> Text:
    return Text.assemble(
        *((text, f"{style} reverse" if differs else style) for text, differs in pieces)
    )
