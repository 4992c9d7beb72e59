"""grades.csv: a row a student, for a spreadsheet, Canvas and Gradescope.

The first five columns are those by which Canvas's gradebook import knows a student; SID, Email,
Total Score and Max Points are called as in Gradescope's own exports. No cell depends on
when or how fast anything ran.
"""

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path

from cs336_staff.files.whole import write_whole
from cs336_staff.results.record import Results, Student, clean
from cs336_staff.results.roster import section_of
from cs336_staff.results.verdict import COMPLETED

CANVAS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
PERSON = [*CANVAS, "SID", "Email"]
COLUMNS = [
    *PERSON,
    "Total Score",
    "Max Points",
    "Points Not Run",
    "Late",
    "Attempt",
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


def person(
    students: list[Student], submission: str, roster: Mapping[str, str]
) -> list[dict[str, str]]:
    """Return the columns PERSON of each student of a submission, or of one by its name."""
    return [
        {
            "Student": student.name or submission,
            "ID": student.canvas_id,
            "SIS User ID": student.sid,
            "SIS Login ID": student.email,
            "Section": section_of(student, submission, roster),
            "SID": student.sid,
            "Email": student.email,
        }
        for student in students or [Student()]
    ]


def rows(results: Results, roster: Mapping[str, str]) -> list[dict[str, str | int]]:
    """Return the rows of one submission: one for each of its students, or one by its name."""
    extra = results.extra_data
    shared: dict[str, str | int] = {
        "Total Score": results.score,
        "Max Points": results.max_score,
        "Points Not Run": extra.not_run,
        "Late": extra.late,
        "Attempt": extra.attempt or "",
        "Status": "graded" if extra.ended == COMPLETED else extra.ended,
        "Submission": extra.submission,
        "Upload": extra.upload,
        "Reason": extra.reason,
    }
    return [{**student, **shared} for student in person(extra.students, extra.submission, roster)]


def write_grades(file: Path, class_results: Iterable[Results], roster: Mapping[str, str]) -> None:
    """Write the class's results as CSV, in the order given.

    Args:
        file: the CSV file.
        class_results: the results that count.
        roster: the section of each ID.
    """
    write_table(file, COLUMNS, (row for results in class_results for row in rows(results, roster)))


def write_table(file: Path, columns: list[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Write rows as CSV, no text of which a spreadsheet takes for a formula.

    A column that a row lacks stays empty.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({k: v if isinstance(v, int) else cell(v) for k, v in row.items()})
    write_whole(file, text.getvalue())
