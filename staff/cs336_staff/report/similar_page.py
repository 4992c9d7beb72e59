"""Pairs of submissions that are worth a look: as a table, as CSV, and side by side on a page."""

from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from cs336_staff.compare.match import Pair as UnitPair
from cs336_staff.compare.view import problem_rows
from cs336_staff.files.whole import write_whole
from cs336_staff.report.pages import line_rows
from cs336_staff.report.render import render
from cs336_staff.results.grades import write_table
from cs336_staff.results.record import counted
from cs336_staff.similar.command import Similar
from cs336_staff.similar.ranking import THRESHOLD, Pair
from tests.harness.plugin.problems import problem_of_name

PAIRS_SHOWN, FUNCTIONS_SHOWN, BELOW_SHOWN = 40, 12, 10
COLUMNS = ["First", "Second", "Share", "Worth a Look", "Functions", "Shared Hashes"]


@dataclass(frozen=True)
class SharedFunction:
    """A function of one submission beside the other's, and the verdicts on both.

    Attributes:
        name: what the first calls it.
        other: what the second calls it, where that is another name.
        file: the first's file.
        verdicts: the status of its problem in each, "" where nothing is known.
        rows: its lines as rows of a table.
    """

    name: str
    other: str
    file: str
    verdicts: tuple[str, str]
    rows: Markup


@dataclass(frozen=True)
class ShownPair:
    """A pair with its functions; `scores` are in words, "" where nothing is known."""

    pair: Pair
    scores: tuple[str, str]
    functions: list[SharedFunction]


@dataclass(frozen=True)
class SimilarPage:
    """What the page shows: the ranked pairs, and those that are worth a look side by side."""

    found: Similar
    threshold: float
    ranked: list[ShownPair]
    shown: list[ShownPair]


def worth_a_look(found: Similar) -> list[Pair]:
    """Return the pairs that share at least THRESHOLD."""
    return [pair for pair in found.pairs if pair.share >= THRESHOLD]


def ranking_text(found: Similar) -> str:
    """Return a line a pair, and how many were compared."""
    worth = worth_a_look(found)
    text = f"{counted(found.compared, 'submission')} compared"
    text += f", and with {found.archived} archived ones" if found.archived else ""
    lines = [f"{text}; pairs worth a look: {len(worth)}"]
    for pair in found.pairs[: len(worth) + BELOW_SHOWN]:
        note = "" if pair.share >= THRESHOLD else "  (below the threshold)"
        functions = counted(len(pair.functions), "function")
        lines.append(f"{pair.share:6.0%}  {pair.first} and {pair.second}, {functions}{note}")
    if found.unread:
        lines.append(f"not compared, because they cannot be read: {', '.join(found.unread)}")
    return "\n".join(lines)


def write_similar_csv(file: Path, found: Similar) -> None:
    """Write a row a pair, the largest shares first."""
    rows = [
        {
            "First": pair.first,
            "Second": pair.second,
            "Share": f"{pair.share:.2f}",
            "Worth a Look": "yes" if pair.share >= THRESHOLD else "no",
            "Functions": len(pair.functions),
            "Shared Hashes": pair.shared,
        }
        for pair in found.pairs
    ]
    write_table(file, COLUMNS, rows)


def write_similar_page(file: Path, found: Similar) -> None:
    """Write the page."""
    worth = worth_a_look(found)
    ranked = [_shown(pair, found, 0) for pair in found.pairs[: len(worth) + BELOW_SHOWN]]
    shown = [_shown(pair, found, FUNCTIONS_SHOWN) for pair in worth[:PAIRS_SHOWN]]
    write_whole(file, render("similar.html", SimilarPage(found, THRESHOLD, ranked, shown)))


def _shown(pair: Pair, found: Similar, functions: int) -> ShownPair:
    results = [found.results.get(name) for name in (pair.first, pair.second)]
    scores = [f"{r.score} of {r.extra_data.possible}" if r else "" for r in results]
    rows = [problem_rows(one) for one in results]
    shared = []
    for first, second, _ in pair.functions[:functions]:
        units = found.units[pair.first][first], found.units[pair.second][second]
        problem = problem_of_name().get(first[1].partition(".")[0], "")
        statuses = [own[problem].status if problem in own else "" for own in rows]
        lines = line_rows(UnitPair(submission=units[0], reference=units[1]))
        other = second[1] if second[1] != first[1] else ""
        shared.append(
            SharedFunction(first[1], other, units[0].file, (statuses[0], statuses[1]), lines)
        )
    return ShownPair(pair, (scores[0], scores[1]), shared)
