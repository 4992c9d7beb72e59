"""The table after a run: a line for each problem, the total, and what to do next."""

import textwrap
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from tests.harness.plugin.failure import Failure
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import (
    FAILED,
    IN_PART,
    NOT_REACHED,
    NOT_RUN,
    PASSED,
    TODO,
    ProblemScore,
    Scores,
    TestRecord,
)

_COLOURS = {PASSED: "green", FAILED: "red", TODO: "yellow", IN_PART: "yellow"}
_APART = (NOT_RUN, NOT_REACHED)
_MOST_LINES = 15  # of a failure, except with --explain
_FEW = 3  # failed problems: the main failure of each is shown; of more, that of the first
_LEAST_HINT = 24  # characters: a shorter piece of a hint is left out of a row


class Terminal(Protocol):
    """The part of pytest's terminal writer that the table uses."""

    fullwidth: int

    def line(self, text: str = "", **markup: bool) -> None:
        """Write a line, coloured on a terminal."""


def write_summary(scores: Scores, terminal: Terminal, options: str = "") -> None:
    """Write the table, the total and the next command, with these options."""
    write_table(scores, terminal)
    _write_next_step(scores.problems, terminal, terminal.fullwidth, options)


def write_table(scores: Scores, terminal: Terminal) -> None:
    """Write a line for each problem, then those not run or not reached, and the total.

    A line is cut to the width. The main failure of each failed problem follows; if these are
    more than a few, that of the first alone.
    """
    width, rows = terminal.fullwidth, scores.problems
    names = max((len(row.problem.id) for row in rows), default=0)
    failed = [row for row in rows if row.status == FAILED]
    shown = failed if len(failed) <= _FEW else failed[:1]
    terminal.line()
    for row in rows:
        if row.status not in _APART:
            _write_row(row, names, width, terminal, row in shown)
    for row in shown:
        if test := row.main_test:
            _write_failure([test], terminal, row.problem.id if len(rows) > 1 else "", cut=True)
    _write_not_run([row for row in rows if row.status == NOT_RUN], terminal, width)
    _write_not_reached(rows, terminal)
    terminal.line()
    if scores.possible:
        terminal.line(f"{scores.points} of {points(scores.possible)}", bold=True)


def points(number: int) -> str:
    """Return a number of points with its noun: “1 point”."""
    return f"{number} point{'s' if number != 1 else ''}"


def write_explanation(row: ProblemScore, terminal: Terminal) -> None:
    """Write every failure of a problem in full, then its stubs still to do, each once."""
    terminal.line()
    terminal.line(f"{row.problem.id}: {row.problem.title}, handout §{row.problem.section}")
    for outcome in (FAILED, TODO):
        for tests in grouped(test for test in row.tests if test.outcome == outcome):
            _write_failure(tests, terminal)
    if row.status == PASSED:
        terminal.line("    all its tests pass", green=True)
    elif row.status == IN_PART:
        terminal.line(f"    in part: {_counted(row)}", yellow=True)
    elif row.status in _APART:
        terminal.line(f"    {row.status}: {row.text}", blue=True)


def grouped(tests: Iterable[TestRecord]) -> list[list[TestRecord]]:
    """Group tests whose failures differ only in the call."""
    groups: dict[Failure | None, list[TestRecord]] = {}
    for test in tests:
        failure = replace(test.failure, called="") if test.failure else None
        groups.setdefault(failure, []).append(test)
    return list(groups.values())


def _write_failure(
    tests: list[TestRecord], terminal: Terminal, problem: str = "", cut: bool = False
) -> None:
    """Write the names of tests and their common message, shortened if `cut` and long."""
    terminal.line()
    for test in tests:
        name = f"{problem}, {test.name}" if problem else test.name
        terminal.line(name, **{_COLOURS[test.outcome]: True})
    lines = tests[0].text.splitlines()
    if cut and len(lines) > _MOST_LINES and (failure := tests[0].failure):
        opening, closing = failure.opening(), failure.closing()
        first = opening[: max(_MOST_LINES - len(closing), 1)]
        lines = [*first, f"… {len(opening) - len(first)} more lines", *closing]
    for line in lines:
        terminal.line(textwrap.indent(line, "    "))


def write_nothing_chosen(terminal: Terminal) -> None:
    """Write that the options chose no test, and how to choose a problem."""
    terminal.line()
    text = "no test was chosen; the handout names the problems, and this runs one of them:"
    _write_command(text, "pytest --problems get_batch", terminal, terminal.fullwidth)


def next_step(row: ProblemScore) -> str:
    """Return where to read about a problem to do, or which problem it needs first."""
    own = row.failure is not None and row.failure.stub == row.problem.id
    return f"handout §{row.problem.section}" if own else row.text


def _write_row(row: ProblemScore, names: int, width: int, terminal: Terminal, alone: bool) -> None:
    points = f"{'–' if row.status == IN_PART else row.points}/{row.problem.points}"
    start = f"{row.problem.id:<{names}}  {points:>5}  {row.status:<7}  "
    hint = ""
    if row.status == TODO:
        hint = next_step(row)
    elif row.status == IN_PART or alone:
        hint = _counted(row)
    elif row.status == FAILED:
        hint = _shortened(row, width - len(start))
    terminal.line(_cut(start + hint, width).rstrip(), **{_COLOURS[row.status]: True})


def _shortened(row: ProblemScore, room: int) -> str:
    """Return how many of a failed problem's tests passed, and its first hint if it fits."""
    count = _counted(row).partition(",")[0].replace("tests passed", "pass")
    hint = " ".join(_first_hint(row.failure).split())
    least = min(len(hint), _LEAST_HINT)
    if len(count) + 2 + least < room:
        return f"{count}: {hint}"
    return hint if least < room else count


def _first_hint(failure: Failure | None) -> str:
    return next(iter([*failure.hints, *failure.opening()])) if failure else ""


def _counted(row: ProblemScore) -> str:
    """Return how many tests passed; if some did not run, how many failed of those that did."""
    outcomes = Counter(test.outcome for test in row.tests)
    left_out = row.left_out + outcomes[NOT_REACHED] + outcomes[NOT_RUN]
    run = len(row.tests) + row.left_out - left_out
    if row.status == FAILED and left_out:
        return f"{outcomes[FAILED]} failed of {run} run, {left_out} not run"
    return f"{outcomes[PASSED]} of {run + left_out} tests passed"


def _write_not_run(rows: list[ProblemScore], terminal: Terminal, width: int) -> None:
    reasons: dict[str, list[ProblemScore]] = {}
    for row in rows:
        reasons.setdefault(row.text, []).append(row)
    for reason, group in reasons.items():
        names = ", ".join(row.problem.id for row in group)
        terminal.line()
        text = f"not run, {_points(group)} apart: {names} ({reason})"
        for line in textwrap.wrap(text, width):
            terminal.line(line, blue=True)


def _write_not_reached(rows: list[ProblemScore], terminal: Terminal) -> None:
    later = [row for row in rows if row.status == NOT_REACHED]
    if later:
        terminal.line()
        text = f"not reached, {_points(later)} apart: {len(later)} of {len(rows)} problems"
        terminal.line(text, blue=True)


def _points(rows: list[ProblemScore]) -> str:
    return points(sum(row.problem.points for row in rows))


def _write_next_step(
    rows: list[ProblemScore], terminal: Terminal, width: int, options: str
) -> None:
    steps = [row for row in rows if row.status in (FAILED, TODO)]
    steps += [row for row in rows if row.status == IN_PART]
    if not steps:
        if any(row.status == PASSED for row in rows) and len(rows) < len(load_problems()):
            text = "Passed. All problems, and which is next:"
            _write_command(text, f"pytest {options}".strip(), terminal, width)
        elif len(rows) == len(load_problems()) and NOT_REACHED not in {r.status for r in rows}:
            terminal.line("All done. To hand in, zip adapters.py and cs336_basics/", green=True)
        return
    row, problem = steps[0], steps[0].problem
    failed = next((step.problem.id for step in steps if step.status == FAILED), None)
    if failed and row.status == TODO:
        terminal.line(f"Why {failed} failed: pytest --explain {failed} {options}".rstrip())
    if row.failure and row.failure.stub:
        problem = load_problems()[row.failure.stub]
    command = f"pytest --problems {problem.id}"
    if row.status == FAILED:
        failures = sum(test.outcome == FAILED for test in row.tests)
        if len(rows) == failures == 1 and len(row.text.splitlines()) <= _MOST_LINES:
            return
        text = f"Next: {problem.id} (handout §{problem.section}). In full:"
        if len(rows) == 1:
            text = f"{failures} failures in all:"
        command = f"pytest --explain {problem.id}"
    elif row.status == TODO:
        text = f"Next: {problem.id}, “{problem.title}”, handout §{problem.section}: "
        text += f"fill in cs336_basics/{problem.module}.py, then"
    else:
        text = f"Next: {problem.id}. It earns its points by all of its tests:"
    _write_command(text, f"{command} {options}".strip(), terminal, width)


def _write_command(text: str, command: str, terminal: Terminal, width: int) -> None:
    """Write what a command is for, and the command on a line of its own, for copying."""
    for line in textwrap.wrap(text, width, break_on_hyphens=False):
        terminal.line(line)
    terminal.line(f"    {command}")


def _cut(text: str, width: int) -> str:
    return text if len(text) < width else text[: max(width - 2, 0)] + "…"
