"""grades.csv: a row a student, for a spreadsheet, Canvas and Gradescope.

The first five columns are those by which Canvas's gradebook import knows a student; SID, Email,
Total Score and Max Points are called as in Gradescope's own exports. No cell depends on
when or how fast anything ran.
"""

import csv
import io
import unicodedata
from pathlib import Path

from cs336_staff.files.whole import write_whole
from cs336_staff.results.record import Results, Student, clean
from cs336_staff.results.verdict import COMPLETED

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


def rows(results: Results) -> list[dict[str, str | int]]:
    """Return the rows of one submission: one for each of its students, or one by its name."""
    extra = results.extra_data
    shared: dict[str, str | int] = {
        "Total Score": results.score,
        "Max Points": results.max_score,
        "Points Not Run": extra.not_run,
        "Status": "graded" if extra.ended == COMPLETED else cell(extra.ended),
        "Submission": cell(extra.submission),
        "Upload": cell(extra.upload),
        "Reason": cell(extra.reason),
    }
    return [
        {
            **dict.fromkeys(COLUMNS, ""),
            **shared,
            "Student": cell(student.name or extra.submission),
            "ID": cell(student.canvas_id),
            "SIS User ID": cell(student.sid),
            "SIS Login ID": cell(student.email),
            "SID": cell(student.sid),
            "Email": cell(student.email),
        }
        for student in extra.students or [Student()]
    ]


def write_grades(file: Path, class_results: list[Results]) -> None:
    """Write the class's results as CSV, in the order given."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for results in class_results:
        writer.writerows(rows(results))
    write_whole(file, text.getvalue())
