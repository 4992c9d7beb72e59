"""Show a diff side by side: rows for a page, and coloured text for a terminal."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cs336_staff.diff import Diff, Pair, Unit

MAX_LINES = 800
MAX_COLUMNS = 400
Pieces = list[tuple[str, bool]]  # text, and whether it differs from the other side's

_COLOURS = {
    "same": "green",
    "changed": "yellow",
    "moved": "cyan",
    "renamed": "cyan",
    "missing": "red",
    "extra": "magenta",
}


@dataclass(frozen=True)
class Row:
    """One line of both sides; a side that has none there has number 0.

    Attributes:
        tag: equal, replace, delete (only the submission has it), insert (only the reference).
    """

    tag: str
    left_number: int
    left: Pieces
    right_number: int
    right: Pieces


def side_by_side(pair: Pair) -> list[Row]:
    """Return the rows of a pair: the submission at the left, the reference at the right."""
    left, right = _lines(pair.theirs), _lines(pair.ours)
    matcher = SequenceMatcher(None, [t for _, t in left], [t for _, t in right], autojunk=False)
    rows = []
    for tag, left_start, left_end, right_start, right_end in matcher.get_opcodes():
        pairs = zip_longest(left[left_start:left_end], right[right_start:right_end])
        for a, b in pairs:
            pieces = _pieces(a[1], b[1]) if a and b and tag == "replace" else None
            row_tag = tag if a and b else "delete" if a else "insert"
            left_pieces, right_pieces = pieces or (_plain(a), _plain(b))
            rows.append(Row(row_tag, a[0] if a else 0, left_pieces, b[0] if b else 0, right_pieces))
    return rows


def _lines(unit: Unit | None) -> list[tuple[int, str]]:
    lines = [(number, visible(text)) for number, text in unit.lines] if unit else []
    if len(lines) > MAX_LINES:
        left_out = len(lines) - MAX_LINES
        lines = [*lines[:MAX_LINES], (0, f"… {left_out} more lines are not shown")]
    return lines


def visible(text: str) -> str:
    """Return a line of source with what a reader could not see, or be misled by, made plain."""
    shown = text.expandtabs(4)[:MAX_COLUMNS]
    if not shown.isprintable():
        shown = "".join(char if char.isprintable() else f"⟨U+{ord(char):04X}⟩" for char in shown)
    return shown + ("…" if len(text) > MAX_COLUMNS else "")


def _plain(line: tuple[int, str] | None) -> Pieces:
    return [(line[1], False)] if line else []


def _pieces(left: str, right: str) -> tuple[Pieces, Pieces]:
    """Return both lines in pieces, marking where they differ; unlike lines are not picked apart."""
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if matcher.quick_ratio() < 0.5:
        return [(left, False)], [(right, False)]
    sides: tuple[Pieces, Pieces] = ([], [])
    for tag, a, b, c, d in matcher.get_opcodes():
        for side, text in zip(sides, (left[a:b], right[c:d]), strict=True):
            if text:
                side.append((text, tag != "equal"))
    return sides


def print_diff(
    diff: Diff, console: Console, results: dict[str, Any] | None = None, all_pairs: bool = False
) -> None:
    """Print a diff to a terminal, the submission at the left.

    Args:
        diff: what to print.
        console: where to.
        results: the submission's results.json, for verdicts and points beside the functions.
        all_pairs: whether functions that are the same are printed too.
    """
    for note in diff.notes:
        console.print(Text(note, style="bold yellow"))
    problems = problem_rows(results)
    same = 0
    for pair in diff.pairs:
        if pair.status == "same" and not all_pairs:
            same += 1
            continue
        console.print()
        console.print(_heading(pair, problems.get(pair.problem)))
        console.print(_table(pair))
    console.print()
    console.print(f"{len(diff.pairs) - same} functions differ, {same} are the same")


def problem_rows(results: dict[str, Any] | None) -> dict[str, dict[str, Any]]:
    """Return the problems of results.json by id."""
    return {row["id"]: row for row in results["extra_data"]["problems"]} if results else {}


def _heading(pair: Pair, problem: dict[str, Any] | None) -> Text:
    text = Text.assemble(
        (visible(pair.name), "bold"),
        f"  {visible(pair.module)}.py  ",
        (pair.status, _COLOURS[pair.status]),
    )
    if pair.remark:
        text.append(f"  ({visible(pair.remark)})")
    if problem:
        colour = "green" if problem["status"] == "passed" else "red"
        verdict = f"  {problem['id']}: {problem['status']}, "
        text.append(verdict + f"{problem['earned']} of {problem['points']} points", colour)
    return text


def _table(pair: Pair) -> Table:
    table = Table(box=None, expand=True, padding=(0, 1), show_header=True, header_style="dim")
    for title in ("submission", "reference"):
        table.add_column("", justify="right", style="dim", no_wrap=True)
        table.add_column(title, ratio=1, overflow="fold")
    for row in side_by_side(pair):
        table.add_row(
            str(row.left_number or ""),
            _styled(row.left, "red" if row.tag in ("replace", "delete") else ""),
            str(row.right_number or ""),
            _styled(row.right, "green" if row.tag in ("replace", "insert") else ""),
        )
    return table


def _styled(pieces: Pieces, style: str) -> Text:
    return Text.assemble(
        *((text, f"{style} reverse" if differs else style) for text, differs in pieces)
    )
