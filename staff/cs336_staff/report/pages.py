"""The pages of one submission: the student's and the TA's."""

from dataclasses import dataclass, replace
from pathlib import Path

from markupsafe import Markup, escape

from cs336_staff.compare.match import Diff, Pair, diff_submission
from cs336_staff.compare.view import Pieces, problem_rows, side_by_side, verdicts
from cs336_staff.files.whole import write_whole
from cs336_staff.report.measurements import ThroughputRow, roofline, throughput
from cs336_staff.report.render import render
from cs336_staff.results.record import Extra, Results
from cs336_staff.results.run_folder import STUDENT, TA
from cs336_staff.results.verdict import CRASHED, REFUSED
from tests.harness.plugin.failure import called_line
from tests.harness.plugin.scores import FAILED, NOT_RUN, PASSED, TODO, ProblemRow, TestRecord
from tests.harness.plugin.terminal import grouped

_KINDS = {
    "replace": ("del", "ins"),
    "delete": ("del", ""),
    "insert": ("", "ins"),
    "fold": ("soft", "soft"),
}


@dataclass(frozen=True)
class FailureGroup:
    """A failure of one or more tests of a problem, which differ only in the call.

    Attributes:
        names: the tests' names.
        outcome: the tests' outcome.
        hints: the failure's hints.
        text: the failure without the hints, with the call of the first test.
        calls: lines that show the calls of the other tests.
        error: what was raised, and by which line; None where no line is known.
    """

    names: list[str]
    outcome: str
    hints: tuple[str, ...]
    text: str
    calls: list[str]
    error: tuple[str, str] | None


@dataclass(frozen=True)
class ComparedPair:
    """A pair of the comparison as a page shows it.

    Attributes:
        pair: the two sides.
        problem: the verdict on the problem that it answers; None where it answers none.
        open: whether the page unfolds it.
        rows: its lines as rows of a table.
    """

    pair: Pair
    problem: ProblemRow | None
    open: bool
    rows: Markup


@dataclass(frozen=True)
class Comparison:
    """What a page shows of a comparison with the reference."""

    diff: Diff
    pairs: list[ComparedPair]
    same: list[str]
    missing: list[str]


@dataclass(frozen=True)
class SubmissionPage:
    """What the student's page shows, and the TA's beside the comparison.

    Attributes:
        results: the submission's results.
        extra: their extra data.
        was_run: whether the tests were run at all.
        failures: what went wrong, by problem.
        repeated: of a problem that failed only with errors of earlier ones, an earlier problem.
        failed: the problems that failed.
        todo: the problems that are to do.
        not_run: the problems that were not run.
        throughput: what was measured on a GPU.
        roofline: the same as a picture.
    """

    results: Results
    extra: Extra
    was_run: bool
    failures: dict[str, list[FailureGroup]]
    repeated: dict[str, str]
    failed: list[ProblemRow]
    todo: list[ProblemRow]
    not_run: list[ProblemRow]
    throughput: list[ThroughputRow]
    roofline: Markup


@dataclass(frozen=True)
class TaPage(SubmissionPage):
    """What the TA's page shows."""

    comparison: Comparison


@dataclass(frozen=True)
class DiffPage:
    """What a page with a comparison alone shows."""

    name: str
    verdicts: list[str]
    comparison: Comparison


def write_pages(folder: Path, results: Results, submission: Path, uncompared: str = "") -> None:
    """Write both pages of a submission: report.html, which the student may see, and ta.html.

    ta.html has all of the student's page, every test, and the diff with the reference.

    Args:
        folder: the submission's folder of results.
        results: its results.
        submission: what was handed in.
        uncompared: why there is no diff; "" where there is one.
    """
    page = _submission_page(results)
    write_whole(folder / STUDENT, render("student.html", page))
    note = f"not compared with the reference: {uncompared}"
    diff = Diff(notes=[note]) if uncompared else diff_submission(submission)
    ta_page = TaPage(**vars(page), comparison=_comparison(diff, results))
    write_whole(folder / TA, render("ta.html", ta_page))


def write_student_page(folder: Path, results: Results) -> Path:
    """Write report.html alone."""
    write_whole(folder / STUDENT, render("student.html", _submission_page(results)))
    return folder / STUDENT


def write_diff_page(file: Path, diff: Diff, name: str, results: Results | None = None) -> None:
    """Write a diff as a page of its own, with verdicts if there are results."""
    page = DiffPage(name, verdicts(results), _comparison(diff, results))
    write_whole(file, render("diff.html", page))


def _comparison(diff: Diff, results: Results | None) -> Comparison:
    """Return what a comparison shows; if there are results, only what failed is unfolded."""
    problems = problem_rows(results)
    pairs = []
    for pair in diff.pairs:
        if pair.status not in ("same", "missing"):
            problem = problems.get(pair.problem)
            unfolded = problem.status == FAILED if problem else not results
            pairs.append(ComparedPair(pair, problem, unfolded, line_rows(pair)))
    return Comparison(diff, pairs, diff.names("same"), diff.names("missing"))


def line_rows(pair: Pair) -> Markup:
    """Return the lines of a pair as table rows."""
    rows = []
    for row in side_by_side(pair):
        left, right = _KINDS.get(row.tag, ("", ""))
        cells = _cell(row.left_number, row.left, left) + _cell(row.right_number, row.right, right)
        rows.append(f"<tr>{cells}</tr>")
    return Markup("\n".join(rows))  # _cell has escaped the text


def _cell(number: int, pieces: Pieces, kind: str) -> str:
    text = "".join(f"<mark>{escape(t)}</mark>" if differs else escape(t) for t, differs in pieces)
    return f'<td class="no">{number or ""}</td><td class="line code {kind}">{text}</td>'


def _submission_page(results: Results) -> SubmissionPage:
    extra = results.extra_data
    failures = {row.id: _failures(row.id, extra.tests) for row in extra.problems}

    def rows(status: str) -> list[ProblemRow]:
        """Return the problems of a status; leave out those that only repeat the run's reason."""
        chosen = [row for row in extra.problems if row.status == status and row.failure]
        return [row for row in chosen if row.failure and row.failure.message != extra.reason]

    return SubmissionPage(
        results=results,
        extra=extra,
        was_run=was_run(extra),
        failures=failures,
        repeated=_repeated(failures),
        failed=rows(FAILED),
        todo=rows(TODO),
        not_run=rows(NOT_RUN),
        throughput=throughput(extra.measured),
        roofline=roofline(extra.measured),
    )


def was_run(extra: Extra) -> bool:
    """Return whether the tests were run at all."""
    return extra.ended not in (REFUSED, CRASHED)


def _failures(problem: str, tests: list[TestRecord]) -> list[FailureGroup]:
    """Return the failures of a problem, each once."""
    own = [test for test in tests if test.problem == problem]
    groups = []
    for same in grouped(test for test in own if test.outcome not in (PASSED, NOT_RUN)):
        failure = same[0].failure
        if failure is None:
            continue
        line = failure.raised_in or failure.raised_in_test
        groups.append(
            FailureGroup(
                names=[test.name for test in same],
                outcome=same[0].outcome,
                hints=failure.hints,
                text=replace(failure, hints=()).text(),
                calls=[called_line(f) for test in same[1:] if (f := test.failure) and f.called],
                error=(failure.message, line) if line else None,
            )
        )
    return groups


def _repeated(failures: dict[str, list[FailureGroup]]) -> dict[str, str]:
    """Return the problems that failed only with errors of earlier problems, at the same lines.

    If adapters.py cannot be imported, these are all problems but the first. Each comes with a
    problem that shows the error in full.
    """
    seen: dict[tuple[str, str] | None, str] = {}
    repeated = {}
    for problem, groups in failures.items():
        errors = {group.error for group in groups if group.outcome == FAILED}
        if errors and None not in errors and errors <= seen.keys():
            repeated[problem] = seen[errors.pop()]
        for error in errors:
            seen.setdefault(error, problem)
    return repeated
