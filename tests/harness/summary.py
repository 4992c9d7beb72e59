"""The table after a run: a line a problem, the total, and what to do next."""

import textwrap
from typing import Protocol

from tests.harness.problems import files_with_tests
from tests.harness.scores import FAILED, NOT_RUN, PASSED, TODO, ProblemScore, Scores

_COLOURS = {PASSED: "green", FAILED: "red", TODO: "yellow", NOT_RUN: "blue"}


class Terminal(Protocol):
    """The part of pytest's terminal writer that the table uses."""

    fullwidth: int

    def line(self, text: str = "", **markup: bool) -> None:
        """Write a line, coloured on a terminal."""


def write_summary(scores: Scores, terminal: Terminal) -> None:
    """Write the table, the total and the next step."""
    write_table(scores, terminal)
    ran = [row for row in scores.problems if row.status != NOT_RUN]
    _write_in_part(ran, terminal, terminal.fullwidth)
    _write_next_step(ran, terminal, terminal.fullwidth)


def write_table(scores: Scores, terminal: Terminal) -> None:
    """Write a line a problem, those not run apart, and the total."""
    width = terminal.fullwidth
    names = max((len(row.problem.id) for row in scores.problems), default=0)
    terminal.line()
    for row in scores.problems:
        if row.status != NOT_RUN:
            _write_row(row, names, width, terminal)
    _write_not_run([row for row in scores.problems if row.status == NOT_RUN], terminal, width)
    terminal.line()
    terminal.line(f"{scores.points} of {scores.possible} points", bold=True)


def write_explanation(row: ProblemScore, terminal: Terminal) -> None:
    """Write every failure of a problem in full."""
    terminal.line()
    terminal.line(f"{row.problem.id}: {row.problem.title}, handout §{row.problem.section}")
    for test in row.tests:
        if test.outcome in (FAILED, TODO):
            terminal.line()
            terminal.line(test.id.rsplit("::", 1)[-1], red=True)
            for line in test.message.splitlines():
                terminal.line(textwrap.indent(line, "    "))
    if row.status == PASSED:
        terminal.line("    all its tests pass", green=True)


def _write_row(row: ProblemScore, names: int, width: int, terminal: Terminal) -> None:
    points = f"{row.points}/{row.problem.points}"
    hint = ""
    if row.status == TODO:
        hint = f"handout §{row.problem.section}"
    elif row.status == FAILED:
        hint = " ".join(_most_telling(row.message).split())
    start = f"{row.problem.id:<{names}}  {points:>5}  {row.status:<7} "
    terminal.line(_cut(start + " " + hint, width).rstrip(), **{_COLOURS[row.status]: True})


def _most_telling(message: str) -> str:
    hints = [line for line in message.splitlines() if line.startswith("hint: ")]
    return (hints or message.splitlines() or [""])[0]


def _write_not_run(rows: list[ProblemScore], terminal: Terminal, width: int) -> None:
    reasons: dict[str, list[ProblemScore]] = {}
    for row in rows:
        reasons.setdefault(row.message, []).append(row)
    for reason, group in reasons.items():
        points = sum(row.problem.points for row in group)
        names = ", ".join(row.problem.id for row in group)
        terminal.line()
        text = f"not run, {points} points apart: {names} ({reason})"
        for line in textwrap.wrap(text, width):
            terminal.line(line, blue=True)


def _write_in_part(rows: list[ProblemScore], terminal: Terminal, width: int) -> None:
    """Say which problems have tests in files that were not run."""
    in_part = []
    for row in rows:
        names = {test.id.partition("::")[0].rpartition("/")[2] for test in row.tests}
        if files_with_tests().get(row.problem.id, set()) - names:
            in_part.append(row.problem.id)
    if in_part:
        text = f"In part: {', '.join(in_part)}. There are more tests in other files: "
        text += f"pytest -k {in_part[0]} runs all of {in_part[0]}"
        for line in textwrap.wrap(text, width, break_on_hyphens=False):
            terminal.line(line, yellow=True)


def _write_next_step(rows: list[ProblemScore], terminal: Terminal, width: int) -> None:
    todo = next((row for row in rows if row.status != PASSED), None)
    if todo is None:
        return
    problem = todo.problem
    text = f"Next: {problem.id}, “{problem.title}”, handout §{problem.section}: "
    text += f"fill in cs336_basics/{problem.module}.py, then pytest -k {problem.id}"
    if todo.status == FAILED:
        text = f"Next: {problem.id} (handout §{problem.section}). In full: "
        text += f"pytest -k {problem.id} --explain {problem.id}"
    for line in textwrap.wrap(text, width, break_on_hyphens=False):
        terminal.line(line)


def _cut(text: str, width: int) -> str:
    return text if len(text) < width else text[: max(width - 2, 0)] + "…"
