"""The class's page: distribution, problems, misconceptions, and a table of all submissions."""

import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cs336_staff.files.whole import write_whole
from cs336_staff.report.pages import parts, was_run, write_student_page
from cs336_staff.report.render import plain, render
from cs336_staff.results.record import clean
from cs336_staff.results.run_folder import STUDENT

BINS = 10
HINTS_SHOWN = 15
SLOWEST_SHOWN = 5


def write_class_report(out: Path, class_results: dict[str, dict[str, Any]]) -> Path:
    """Write index.html, and the students' pages that are missing; return its path.

    Args:
        out: a folder of results, as a class's grading leaves it.
        class_results: all results in it, by their folders' names.
    """
    for folder, results in class_results.items():
        if not (out / folder / STUDENT).exists() and not results["extra_data"].get("no_pages"):
            write_student_page(out / folder, results)
    write_whole(out / "index.html", render("class.html", **class_content(class_results)))
    return out / "index.html"


def class_content(class_results: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return what the page shows, from each folder's results.

    Its statistics are of the submissions that could be run: of the others no problem is known.
    """
    rows = [_row(folder, results) for folder, results in class_results.items()]
    ran = [results for results in class_results.values() if was_run(results["extra_data"])]
    scores = [results["score"] for results in ran]
    most = max((row["possible"] for row in rows), default=0)
    return {
        "rows": rows,
        "figures": {
            "median": statistics.median(scores) if scores else 0,
            "mean": statistics.fmean(scores) if scores else 0,
            "full": sum(row["result"] == "full marks" for row in rows),
            "most": most,
        },
        "bins": _bins(scores, most),
        "ran": len(ran),
        "problems": _problems(class_results.values()),
        "hints": _hints(ran),
        "slowest": sorted(rows, key=lambda row: -row["seconds"])[:SLOWEST_SHOWN],
        "failed": [row for row in rows if row["ended"] != "completed"],
        "own_adapters": [row for row in rows if row["own_adapters"]],
        "flagged": [row for row in rows if row["flags"]],
    }


def _row(folder: str, results: dict[str, Any]) -> dict[str, Any]:
    extra = results["extra_data"]
    names = [student.get("name", "") for student in extra.get("students") or []]
    failed = [row["id"] for row in extra["problems"] if row["status"] == "failed"]
    failed = failed if was_run(extra) else []
    row = {
        "folder": folder,
        "name": extra["submission"],
        "students": clean(", ".join(filter(None, names)), 300),
        "score": results["score"],
        "possible": extra["possible"],
        "passed": sum(row["status"] == "passed" for row in extra["problems"]),
        "seconds": results["execution_time"],
        "ended": extra["ended"],
        "reason": extra["reason"],
        "no_pages": extra.get("no_pages", ""),
        "own_adapters": extra.get("own_adapters", ""),
        "flags": extra.get("flags", []),
        "result": _result(results),
    }
    searched = [row["name"], row["students"], *failed, row["reason"]]
    return {**row, "search": " ".join(searched).lower()}


def _result(results: dict[str, Any]) -> str:
    extra = results["extra_data"]
    if extra["ended"] != "completed":
        return "not graded in full"
    if results["score"] == extra["possible"]:
        return "full marks"
    return "some points" if results["score"] else "no points"


def _bins(scores: list[float], most: float) -> list[dict[str, Any]]:
    """Count the scores in ranges of whole points, equal but for the last, which has full marks."""
    width = max(1, -(-int(most) // BINS))
    number_of_bins = int(most) + 1 if most < BINS else -(-int(most) // width)
    counts = Counter(min(int(score) // width, number_of_bins - 1) for score in scores)
    tallest = max(counts.values(), default=1)
    bins = []
    for number in range(number_of_bins):
        first, last = number * width, (number + 1) * width - 1
        last = int(most) if number == number_of_bins - 1 else last
        label = plain(first) if first == last else f"{first}–{last}"
        bins.append({"label": label, "count": counts[number], "height": counts[number] / tallest})
    return bins


def _problems(class_results: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    problems: dict[str, dict[str, Any]] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for results in class_results:
        counted = was_run(results["extra_data"])
        for row in results["extra_data"]["problems"]:
            problems.setdefault(row["id"], row)
            counts[row["id"], row["status"]] += counted
    rows = []
    for id_, problem in problems.items():
        passed, failed, todo, not_run = (
            counts[id_, status] for status in ("passed", "failed", "to do", "not run")
        )
        ran = passed + failed + todo
        rows.append(
            {
                "id": id_,
                "section": problem["section"],
                "points": problem["points"],
                "passed": passed,
                "failed": failed,
                "todo": todo,
                "not_run": not_run,
                "ran": ran,
                "rate": passed / ran if ran else -1,
            }
        )
    return rows


def _hints(class_results: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Count the submissions that were shown each hint, in whatever problems."""
    counts: Counter[str] = Counter()
    problems: dict[str, set[str]] = {}
    for results in class_results:
        shown = set()
        for test in results["extra_data"]["tests"]:
            for hint in parts(test["message"])["hints"]:
                problems.setdefault(hint, set()).add(test["problem"])
                shown.add(hint)
        counts.update(shown)
    common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:HINTS_SHOWN]
    return [
        {"text": text, "count": count, "problems": sorted(problems[text])} for text, count in common
    ]
