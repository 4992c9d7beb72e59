"""The pages of one submission: the student's and the TA's."""

from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from cs336_staff.compare.match import Diff, Pair, diff_submission
from cs336_staff.compare.view import Pieces, problem_rows, side_by_side, verdicts
from cs336_staff.files.whole import write_whole
from cs336_staff.report.charts import roofline, throughput
from cs336_staff.report.render import render
from cs336_staff.results.run_folder import STUDENT, TA
from cs336_staff.results.verdict import CRASHED, REFUSED
from tests.harness.plugin.terminal import apart_from_call

_KINDS = {
    "replace": ("del", "ins"),
    "delete": ("del", ""),
    "insert": ("", "ins"),
    "fold": ("soft", "soft"),
}


def write_pages(
    folder: Path, results: dict[str, Any], submission: Path, uncompared: str = ""
) -> None:
    """Write both pages into a submission's folder of results."""
    write_student_page(folder, results)
    write_ta_page(folder, results, submission, uncompared)


def write_student_page(folder: Path, results: dict[str, Any]) -> Path:
    """Write report.html, which may be handed back to the student as it is."""
    write_whole(folder / STUDENT, render("student.html", **_content(results)))
    return folder / STUDENT


def write_ta_page(
    folder: Path, results: dict[str, Any], submission: Path, uncompared: str = ""
) -> Path:
    """Write ta.html: all of the student's page, every test, and the diff with the reference.

    Args:
        folder: the submission's folder of results.
        results: its results.json.
        submission: what was handed in.
        uncompared: why there is to be no diff; empty where there is.
    """
    note = f"not compared with the reference: {uncompared}"
    diff = Diff(notes=[note]) if uncompared else diff_submission(submission)
    text = render("ta.html", **_content(results), **_diff_content(diff, results))
    write_whole(folder / TA, text)
    return folder / TA


def write_diff_page(
    file: Path, diff: Diff, name: str, results: dict[str, Any] | None = None
) -> None:
    """Write a diff as a page of its own, with verdicts where results are given."""
    content = _diff_content(diff, results)
    write_whole(file, render("diff.html", name=name, verdicts=verdicts(results), **content))


def _diff_content(diff: Diff, results: dict[str, Any] | None) -> dict[str, Any]:
    """Return what a comparison shows; where verdicts are known, only what failed is unfolded."""
    problems = problem_rows(results)
    shown = [pair for pair in diff.pairs if pair.status not in ("same", "missing")]
    return {
        "diff": diff,
        "pairs": [
            {
                "pair": pair,
                "problem": (problem := problems.get(pair.problem)),
                "open": problem["status"] == "failed" if problem else not results,
                "rows": _rows(pair),
            }
            for pair in shown
        ],
        "same": diff.names("same"),
        "missing": diff.names("missing"),
    }


def _rows(pair: Pair) -> Markup:
    """Return the lines of a pair as table rows."""
    rows = []
    for row in side_by_side(pair):
        left, right = _KINDS.get(row.tag, ("", ""))
        cells = _cell(row.left_number, row.left, left) + _cell(row.right_number, row.right, right)
        rows.append(f"<tr>{cells}</tr>")
    return Markup("\n".join(rows))  # its texts are escaped in _cell


def _cell(number: int, pieces: Pieces, kind: str) -> str:
    text = "".join(f"<mark>{escape(t)}</mark>" if differs else escape(t) for t, differs in pieces)
    return f'<td class="no">{number or ""}</td><td class="line code {kind}">{text}</td>'


def _content(results: dict[str, Any]) -> dict[str, Any]:
    extra = results["extra_data"]
    told = [row for row in extra["problems"] if row["message"] != extra["reason"]]
    failures = {row["id"]: _failures(row["id"], extra["tests"]) for row in extra["problems"]}
    return {
        "results": results,
        "extra": extra,
        "was_run": was_run(extra),
        "failures": failures,
        "repeated": _repeated(failures),
        **{
            name: [row for row in told if row["status"] == status]
            for name, status in (("failed", "failed"), ("todo", "to do"), ("not_run", "not run"))
        },
        "throughput": throughput(extra.get("measured", [])),
        "roofline": roofline(extra.get("measured", [])),
    }


def was_run(extra: dict[str, Any]) -> bool:
    """Return whether there is anything to tell of single tests."""
    return extra["ended"] not in (REFUSED, CRASHED)


def _failures(problem: str, tests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what went wrong in a problem, once, with the names of the tests that say it.

    Of all tests but the first, the calls alone are told.
    """
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for test in tests:
        if test["problem"] == problem and test["outcome"] not in ("passed", "not run"):
            alike.setdefault(apart_from_call(test["message"]), []).append(test)
    return [
        {
            "names": [test["id"].rsplit("::", 1)[-1] for test in same],
            "outcome": same[0]["outcome"],
            "calls": [line for test in same[1:] for line in _calls(test)],
            **parts(same[0]["message"]),
        }
        for same in alike.values()
    ]


def _calls(test: dict[str, Any]) -> list[str]:
    return [line for line in test["message"].splitlines() if line.startswith("called: ")]


def _repeated(failures: dict[str, list[dict[str, Any]]]) -> dict[str, str]:
    """Return the problems that failed only by errors that others raised before, in the same line.

    Where adapters.py cannot be imported, that is every problem but the first. Each is given with
    the problem that has the error in full.
    """
    seen: dict[tuple[str, ...], str] = {}
    repeated = {}
    for problem, its_failures in failures.items():
        texts = [failure["text"] for failure in its_failures if failure["outcome"] == "failed"]
        raised = {_raised(text) for text in texts}
        if raised and () not in raised and raised <= seen.keys():
            repeated[problem] = seen[raised.pop()]
        for error in raised:
            seen.setdefault(error, problem)
    return repeated


def _raised(text: str) -> tuple[str, ...]:
    """Return a failure's error and the submission's line that raised it; nothing where none did."""
    lines = text.splitlines()
    places = [line for line in lines if line.startswith("raised in ")]
    return (lines[0], places[0]) if places else ()


def parts(message: str) -> dict[str, Any]:
    """Split a failure's message into its hints and the rest."""
    lines = message.splitlines()
    hints = [line.removeprefix("hint: ") for line in lines if line.startswith("hint: ")]
    return {
        "hints": hints,
        "text": "\n".join(line for line in lines if not line.startswith("hint: ")),
    }
