"""The pages of one submission: the student's and the TA's."""

import os
import resource
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from cs336_staff.diff import Diff, Pair, diff_submission
from cs336_staff.diff_view import Pieces, problem_rows, side_by_side
from cs336_staff.report.render import render
from cs336_staff.results import write_whole

STUDENT, TA = "report.html", "ta.html"
DIFF_SECONDS = 60


def write_pages(folder: Path, results: dict[str, Any], submission: Path) -> None:
    """Write both pages into a submission's folder of results."""
    folder.mkdir(parents=True, exist_ok=True)
    write_student_page(folder, results)
    write_ta_page(folder, results, submission)


def write_student_page(folder: Path, results: dict[str, Any]) -> Path:
    """Write report.html, which may be handed back to the student as it is."""
    write_whole(folder / STUDENT, render("student.html", **_content(results)))
    return folder / STUDENT


def write_ta_page(folder: Path, results: dict[str, Any], submission: Path) -> Path:
    """Write ta.html: all of the student's page, every test, and the diff with the reference.

    Comparing parses what a stranger wrote, so it happens in a process with limits; where that
    dies, the page says so and has the rest.
    """
    note = _in_child(lambda: _write_ta(folder, results, diff_submission(submission)))
    if note:
        _write_ta(folder, results, Diff(notes=[f"not compared with the reference: {note}"]))
    return folder / TA


def _write_ta(folder: Path, results: dict[str, Any], diff: Diff) -> None:
    text = render("ta.html", **_content(results), **_diff_content(diff, results))
    write_whole(folder / TA, text)


def write_diff_page(
    file: Path, diff: Diff, name: str, results: dict[str, Any] | None = None
) -> None:
    """Write a diff as a page of its own, with verdicts where results are given."""
    write_whole(file, render("diff.html", name=name, **_diff_content(diff, results)))


def _diff_content(diff: Diff, results: dict[str, Any] | None) -> dict[str, Any]:
    problems = problem_rows(results)
    shown = [pair for pair in diff.pairs if pair.status not in ("same", "missing")]
    return {
        "diff": diff,
        "pairs": [
            {"pair": pair, "problem": problems.get(pair.problem), "rows": _rows(pair)}
            for pair in shown
        ],
        "same": _names(diff, "same"),
        "missing": _names(diff, "missing"),
    }


def _names(diff: Diff, status: str) -> list[str]:
    return [f"{pair.module}.{pair.name}" for pair in diff.pairs if pair.status == status]


def _rows(pair: Pair) -> Markup:
    """Return the lines of a pair as table rows."""
    rows = []
    for row in side_by_side(pair):
        left = "del" if row.tag in ("replace", "delete") else ""
        right = "ins" if row.tag in ("replace", "insert") else ""
        cells = _cell(row.left_number, row.left, left) + _cell(row.right_number, row.right, right)
        rows.append(f"<tr>{cells}</tr>")
    return Markup("\n".join(rows))  # its texts are escaped in _cell


def _cell(number: int, pieces: Pieces, kind: str) -> str:
    text = "".join(f"<mark>{escape(t)}</mark>" if differs else escape(t) for t, differs in pieces)
    return f'<td class="no">{number or ""}</td><td class="line code {kind}">{text}</td>'


def _content(results: dict[str, Any]) -> dict[str, Any]:
    extra = results["extra_data"]
    tests: dict[str, list[dict[str, Any]]] = {}
    for test in extra["tests"]:
        tests.setdefault(test["problem"], []).append({**test, "parts": parts(test["message"])})
    return {
        "results": results,
        "extra": extra,
        "tests": tests,
        "failed": [
            row
            for row in extra["problems"]
            if row["status"] == "failed" and row["message"] != extra["reason"]
        ],
        "todo": [row for row in extra["problems"] if row["status"] == "to do"],
        "not_run": [row for row in extra["problems"] if row["status"] == "not run"],
        "roofline": roofline(extra),
    }


def parts(message: str) -> dict[str, Any]:
    """Split a failure's message into its hints and the rest."""
    lines = message.splitlines()
    hints = [line.removeprefix("hint: ") for line in lines if line.startswith("hint: ")]
    return {
        "hints": hints,
        "text": "\n".join(line for line in lines if not line.startswith("hint: ")),
    }


def roofline(extra: dict[str, Any]) -> str:
    """Return the picture of what was measured on a GPU; nothing where nothing was."""
    return ""


def _in_child(work: Callable[[], None]) -> str:
    """Do the work in a forked process with limits; return what went wrong."""
    child = os.fork()
    if child == 0:
        code = 1
        with suppress(BaseException):
            resource.setrlimit(resource.RLIMIT_CPU, (DIFF_SECONDS, DIFF_SECONDS))
            work()
            code = 0
        os._exit(code)
    _, status = os.waitpid(child, 0)
    if status == 0:
        return ""
    return f"the comparison ended with {_status(status)}"


def _status(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"signal {-code}" if code < 0 else f"code {code}"
