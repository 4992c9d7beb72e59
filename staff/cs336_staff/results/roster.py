"""The sections of a class: a CSV file with the columns id and section, kept in the results."""

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

from cs336_staff.errors import BatchError
from cs336_staff.files.whole import write_whole
from cs336_staff.results.record import Results, Student

ROSTER = "roster.csv"


def read_roster(file: Path) -> dict[str, str]:
    """Return the section of each ID, SID, email or submission's name; nothing without a file.

    Raises:
        BatchError: the file has no such columns.
    """
    if not file.exists():
        return {}
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            rows = [
                {(k or "").strip().lower(): v for k, v in row.items()}
                for row in csv.DictReader(stream)
            ]
    except (UnicodeDecodeError, csv.Error) as error:
        raise BatchError(f"{file} is no CSV file in UTF-8 ({error})") from error
    if not rows or not {"id", "section"} <= rows[0].keys():
        raise BatchError(f"{file} needs the columns id and section, and a row a student")
    return {
        str(row["id"] or "").strip().casefold(): str(row["section"] or "").strip() for row in rows
    }


def keep_roster(file: Path, out: Path) -> None:
    """Keep a roster in a folder of results, so that later pages have the sections too."""
    read_roster(file)
    if not file.is_file():
        raise BatchError(f"there is no file {file}")
    write_whole(out / ROSTER, file.read_text(encoding="utf-8-sig"), 0o600)


def section_of(student: Student, submission: str, roster: Mapping[str, str]) -> str:
    """Return the section of a student, by an ID or by the submission's name; "" where none has."""
    return next((roster[i] for i in _ids(student, submission) if i in roster), "")


def _ids(student: Student, submission: str) -> list[str]:
    """Return all by which a roster may name a student."""
    ids = (student.canvas_id, student.sid, student.email, submission)
    return [i.casefold() for i in ids if i]


def section_of_submission(results: Results, roster: Mapping[str, str]) -> str:
    """Return the section of a submission's first student that has one; "" where none has."""
    extra = results.extra_data
    sections = (section_of(s, extra.submission, roster) for s in extra.students or [Student()])
    return next(filter(None, sections), "")


def absent(class_results: Iterable[Results], roster: Mapping[str, str]) -> list[str]:
    """Return the IDs in the roster of which there is no submission."""
    extras = [results.extra_data for results in class_results]
    there = {
        i
        for e in extras
        for student in e.students or [Student()]
        for i in _ids(student, e.submission)
    }
    return [i for i in roster if i not in there]
