"""Whose points differ between two gradings of a class, in which problem, and by which tests."""

from dataclasses import dataclass

from cs336_staff.results.pairs import pair_up
from cs336_staff.results.record import Extra, Results, Student
from tests.harness.plugin.failure import Failure
from tests.harness.plugin.scores import PASSED, ProblemRow, TestRecord

NOT_THERE = "not in this run"


@dataclass(frozen=True)
class Change:
    """A problem for which a submission has other points than before.

    Attributes:
        name: the submission, as the new run calls it.
        students: whose it is.
        problem: the problem's id.
        old: points before.
        new: points now.
        old_status: the problem's verdict before.
        new_status: the problem's verdict now.
        tests: names of the tests whose outcome differs.
        message: what the first of them says, or said before it passed.
        hint: the hint that it shows, or showed.
    """

    name: str
    students: list[Student]
    problem: str
    old: int
    new: int
    old_status: str
    new_status: str
    tests: tuple[str, ...]
    message: str
    hint: str

    @property
    def difference(self) -> int:
        """Points gained; below 0 where they are lost."""
        return self.new - self.old


@dataclass(frozen=True)
class Total:
    """The score of a submission, before and now."""

    name: str
    students: list[Student]
    old: int
    new: int


@dataclass(frozen=True)
class Changes:
    """What differs between two runs.

    Attributes:
        compared: how many submissions both runs have.
        changes: a row a submission and problem.
        totals: the submissions that a row is of.
        only_old: names that only the old run has.
        only_new: names that only the new run has.
        notes: what else to know: conflicts, and conditions of the runs that differ.
    """

    compared: int
    changes: list[Change]
    totals: list[Total]
    only_old: list[str]
    only_new: list[str]
    notes: list[str]


def changes_between(old: dict[str, Results], new: dict[str, Results]) -> Changes:
    """Return whose points changed from one folder's results to another's."""
    pairs = pair_up(old, new)
    changes, totals = [], []
    for old_name, new_name in pairs.both:
        before, now = old[old_name], new[new_name]
        students = now.extra_data.students or before.extra_data.students
        found = _changes(new_name, students, before.extra_data, now.extra_data)
        if found:
            changes += found
            totals.append(Total(new_name, students, before.score, now.score))
    notes = [*pairs.conflicts, *_conditions(old, new)]
    return Changes(len(pairs.both), changes, totals, pairs.first, pairs.second, notes)


def _changes(name: str, students: list[Student], old: Extra, new: Extra) -> list[Change]:
    before = {row.id: row for row in old.problems}
    now = {row.id: row for row in new.problems}
    changes = []
    for problem in {**now, **before}:
        was, is_now = before.get(problem), now.get(problem)
        earned, earns = (row.earned if row else 0 for row in (was, is_now))
        if earned == earns:
            continue
        tests, failure = _different_tests(problem, old, new)
        changes.append(
            Change(
                name=name,
                students=students,
                problem=problem,
                old=earned,
                new=earns,
                old_status=was.status if was else NOT_THERE,
                new_status=is_now.status if is_now else NOT_THERE,
                tests=tests,
                message=_first_line(failure) or _without_test(was, is_now, old, new),
                hint=failure.hints[0] if failure and failure.hints else "",
            )
        )
    return changes


def _different_tests(
    problem: str, old: Extra, new: Extra
) -> tuple[tuple[str, ...], Failure | None]:
    """Return the tests of a problem whose outcome differs, and what the first one says."""
    before, now = _tests(problem, old), _tests(problem, new)
    ids = [id_ for id_ in {**before, **now} if _outcome(before, id_) != _outcome(now, id_)]
    records = [record for id_ in ids for record in (now.get(id_), before.get(id_)) if record]
    failures = [record.failure for record in records if record.failure]
    names = dict.fromkeys(id_.rsplit("::", 1)[-1] for id_ in ids)
    hinted = (failure for failure in failures if failure.hints)
    return tuple(names), next(hinted, next(iter(failures), None))


def _tests(problem: str, extra: Extra) -> dict[str, TestRecord]:
    return {test.id: test for test in extra.tests if test.problem == problem}


def _outcome(tests: dict[str, TestRecord], id_: str) -> str:
    """Return a test's outcome; one that a run lacks is as good as passed."""
    return tests[id_].outcome if id_ in tests else PASSED


def _first_line(failure: Failure | None) -> str:
    lines = failure.opening() if failure else []
    return next((line.strip() for line in lines if line.strip()), "")


def _without_test(before: ProblemRow | None, now: ProblemRow | None, old: Extra, new: Extra) -> str:
    """Return why points differ where every test says the same."""
    if before and now:
        return f"the problem is worth {now.points} points now, and {before.points} before"
    return new.reason or old.reason or "only one of the runs has the problem"


def _conditions(old: dict[str, Results], new: dict[str, Results]) -> list[str]:
    """Say which conditions of the two runs differ, beside the submissions."""
    notes = []
    for what, describe in (
        ("tests", lambda extra: extra.suite[:8]),
        ("seed of random inputs", lambda extra: str(extra.seed)),
        ("protection", lambda extra: extra.protection.partition(":")[0]),
        ("torch", lambda extra: extra.versions.get("torch", "")),
    ):
        before, now = (
            sorted({describe(results.extra_data) for results in run.values()} - {""})
            for run in (old, new)
        )
        if before != now:
            notes.append(f"{what}: {', '.join(before) or '?'} before, {', '.join(now) or '?'} now")
    return notes
