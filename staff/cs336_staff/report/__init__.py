"""Static HTML pages: for a student, for a TA, and for the class.

Each page is one file without scripts from elsewhere, fonts or pictures to load: it opens from disk.
A Content-Security-Policy in it forbids every request. The student's page holds no reference code.
"""

from cs336_staff.report.class_page import write_class_report
from cs336_staff.report.pages import (
    write_diff_page,
    write_pages,
    write_student_page,
    write_ta_page,
)

__all__ = [
    "write_class_report",
    "write_diff_page",
    "write_pages",
    "write_student_page",
    "write_ta_page",
]
