"""What changed between two gradings of a class: as text for an announcement, as CSV, as a page."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cs336_staff.files.whole import write_whole
from cs336_staff.report.render import render
from cs336_staff.results.changes import Change, Changes
from cs336_staff.results.grades import PERSON, person, write_table
from cs336_staff.results.record import counted, some_of
from tests.harness.plugin.terminal import points

COLUMNS = [*PERSON, "Submission", "Problem", "Old Points", "New Points", "Tests", "Message", "Hint"]


@dataclass(frozen=True)
class ProblemChange:
    """What changed in a problem, without names: the gains are one row, the losses another.

    Attributes:
        problem: the problem's id.
        count: how many submissions it concerns.
        difference: the points that each of them gains; below 0 where it loses them.
        tests: the tests whose outcome differs, the most frequent first.
        hint: the hint that most of them are shown, or were shown before.
    """

    problem: str
    count: int
    difference: int
    tests: list[str]
    hint: str

    def sentence(self) -> str:
        """Return the row as a sentence."""
        verb = "gain" if self.difference > 0 else "lose"
        verb, each = (verb, " each") if self.count > 1 else (f"{verb}s", "")
        text = f"{self.problem}: {counted(self.count, 'submission')} {verb} "
        text += f"{points(abs(self.difference))}{each}"
        text += f", by {some_of(self.tests)}" if self.tests else ""
        return f"{text} (hint: {self.hint})" if self.hint else text


@dataclass(frozen=True)
class ChangesPage:
    """What the page shows: the names of the runs, the changes, and the same without names."""

    old: str
    new: str
    summary: str
    by_problem: list[ProblemChange]
    changes: Changes


def by_problem(changes: list[Change]) -> list[ProblemChange]:
    """Return the changes of each problem together, in the handout's order."""
    groups: dict[tuple[str, int], list[Change]] = {}
    for change in changes:
        groups.setdefault((change.problem, change.difference), []).append(change)
    rows = []
    for (problem, difference), same in groups.items():
        tests = Counter(test for change in same for test in change.tests)
        hints = Counter(change.hint for change in same if change.hint)
        hint = next((text for text, _ in hints.most_common(1)), "")
        names = [test for test, _ in tests.most_common()]
        rows.append(ProblemChange(problem, len(same), difference, names, hint))
    return rows


def summary(changes: Changes) -> str:
    """Return in a sentence how many have other points."""
    if not changes.compared:
        return "No student is in both runs."
    up = sum(total.new > total.old for total in changes.totals)
    down = sum(total.new < total.old for total in changes.totals)
    changed = len(changes.totals)
    verb = "has" if changed == 1 else "have"
    text = f"{changed} of {counted(changes.compared, 'submission')} {verb} other points than before"
    return f"{text}: {up} more, {down} fewer." if changed else f"{text}."


def announcement(changes: Changes) -> str:
    """Return the changes without names, ready to paste."""
    rows = [f"- {row.sentence()}" for row in by_problem(changes.changes)]
    return "\n".join([summary(changes), *rows])


def names_and_points(changes: Changes) -> str:
    """Return a line for each submission whose points changed, for the staff."""
    lines = []
    for total in changes.totals:
        who = ", ".join(s.known_as or s.name for s in total.students if s.known_as or s.name)
        own = [change for change in changes.changes if change.name == total.name]
        parts = ", ".join(f"{change.problem} {change.difference:+d}" for change in own)
        lines.append(
            f"{total.name}{f' ({who})' if who else ''}: {total.old} → {total.new} ({parts})"
        )
    lines += [f"only in the old run: {some_of(changes.only_old)}"] if changes.only_old else []
    lines += [f"only in the new run: {some_of(changes.only_new)}"] if changes.only_new else []
    return "\n".join([*lines, *changes.notes])


def write_changes_csv(file: Path, changes: Changes, roster: Mapping[str, str]) -> None:
    """Write a row for each student, and each problem whose points changed.

    Args:
        file: the CSV file.
        changes: what changed.
        roster: the section of each ID.
    """
    rows = [
        {
            **student,
            "Submission": change.name,
            "Problem": change.problem,
            "Old Points": change.old,
            "New Points": change.new,
            "Tests": ", ".join(change.tests),
            "Message": change.message,
            "Hint": change.hint,
        }
        for change in changes.changes
        for student in person(change.students, change.name, roster)
    ]
    write_table(file, COLUMNS, rows)


def write_changes_page(file: Path, changes: Changes, old: str, new: str) -> None:
    """Write the page."""
    page = ChangesPage(old, new, summary(changes), by_problem(changes.changes), changes)
    write_whole(file, render("changes.html", page))
