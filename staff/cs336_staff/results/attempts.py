"""Which of a student's several submissions counts: the best, or the last."""

from collections import defaultdict
from typing import Literal

import msgspec

from cs336_staff.results.record import Results

Which = Literal["", "best", "last"]  # "" where each student has one submission


def in_order(results: Results) -> tuple[int, str]:
    """Return what orders the submissions of one student, the earliest first."""
    return results.extra_data.attempt, results.extra_data.handed_in


def by_student(class_results: dict[str, Results]) -> dict[str, list[str]]:
    """Return the names of each student's submissions, the earliest first."""
    names: dict[str, list[str]] = defaultdict(list)
    for name in sorted(class_results, key=lambda name: in_order(class_results[name])):
        for student in class_results[name].extra_data.students:
            if student.known_as and name not in names[student.known_as]:
                names[student.known_as].append(name)
    return names


def counting(class_results: dict[str, Results], which: Which) -> dict[str, Results]:
    """Return the results that count, each with those students for whom it does.

    Args:
        class_results: all results of a class, by name.
        which: "best" for the most points, the later one of equals; "last" for the latest.
    """
    if not which:
        return class_results
    chosen = {
        known_as: max(names, key=lambda name: class_results[name].score if which == "best" else 0)
        for known_as, names in (
            (known_as, names[::-1]) for known_as, names in by_student(class_results).items()
        )
    }
    counted = {}
    for name, results in class_results.items():
        students = results.extra_data.students
        own = [s for s in students if not s.known_as or chosen[s.known_as] == name]
        if own or not students:
            extra = msgspec.structs.replace(results.extra_data, students=own)
            counted[name] = msgspec.structs.replace(results, extra_data=extra)
    return counted
