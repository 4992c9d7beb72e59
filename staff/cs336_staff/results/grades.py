"""grades.csv: a row a student, for a spreadsheet, Canvas and Gradescope.

The first five columns are those by which Canvas's gradebook import knows a student; SID, Email,
Total Score and Max Points are called as in Gradescope's own exports. No cell depends on
when or how fast anything ran.
"""

import csv
import io
import unicodedata
from pathlib import Path
from typing import Any

from cs336_staff.files.whole import write_whole
from cs336_staff.results.record import clean

CANVAS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
COLUMNS = [
    *CANVAS,
    "SID",
    "Email",
    "Total Score",
    "Max Points",
    "Points Not Run",
    "Status",
    "Submission",
    "Upload",
    "Reason",
]
_FORMULA = ("=", "+", "-", "@", "|", "%", "\t", "\r", "\n")
_BEFORE = "\"' \u200b\u200c\u200d\u2060\ufeff"  # what may stand before a formula, seen or not


def cell(value: object) -> str:
    """Return a value as text of one line that no spreadsheet takes for a formula, or splits.

    Many take semicolons for separators too, and what follows one for the next cell.
    """
    text = " ".join(clean(value, 500).replace(";", ",").split())
    plain = unicodedata.normalize("NFKC", text).lstrip(_BEFORE)  # there are wide signs, too
    return "'" + text if plain.startswith(_FORMULA) else text


def rows(results: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of one submission: one for each of its students, or one by its name."""
    extra = results["extra_data"]
    shared = {
        "Total Score": results["score"],
        "Max Points": results["max_score"],
        "Points Not Run": extra["not_run"],
        "Status": "graded" if extra["ended"] == "completed" else cell(extra["ended"]),
        "Submission": cell(extra["submission"]),
        "Upload": cell(extra.get("upload", "")),
        "Reason": cell(extra["reason"]),
    }
    students = extra.get("students") or [{"name": extra["submission"]}]
    return [
        {
            **dict.fromkeys(COLUMNS, ""),
            **shared,
            "Student": cell(student.get("name") or extra["submission"]),
            "ID": cell(student.get("canvas_id", "")),
            "SIS User ID": cell(student.get("sid", "")),
            "SIS Login ID": cell(student.get("email", "")),
            "SID": cell(student.get("sid", "")),
            "Email": cell(student.get("email", "")),
        }
        for student in students
    ]


def write_grades(file: Path, class_results: list[dict[str, Any]]) -> None:
    """Write the class's results as CSV, in the order given."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for results in class_results:
        writer.writerows(rows(results))
    write_whole(file, text.getvalue())
