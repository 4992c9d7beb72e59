"""Prove the suite against submissions whose verdict is known.

A wrong answer must lose its own problem and no other, with the hint it names. A correct one must
get full marks. So must a flagged one, which breaks a rule that the judge cannot record; a flag must
show its line to the staff. A hostile one must lose its problem, or everything, and harm nothing.
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from cs336_staff.audit.affected import PARSING, problems_at_risk
from cs336_staff.audit.corpus import CorpusError, Entry, build
from cs336_staff.compare.flags import find_flags
from cs336_staff.files.scratch import scratch_folder
from cs336_staff.results.record import clean_failure
from cs336_staff.results.verdict import Shortcut, Verdict, contains, nothing_earned
from cs336_staff.uploads.unpack import InvalidSubmission, copy_submission
from tests.harness.plugin.failure import Failure
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import NOT_RUN, PASSED

JudgeProblems = Callable[[Path, Collection[str], Shortcut | None], Verdict]

# A wrong entry that fails with one of these has a mistake that it does not mean to show.
_CANNOT_RUN = ("SyntaxError", "NameError", "ImportError", "ModuleNotFoundError", "IndentationError")


@dataclass(frozen=True)
class FailingTest:
    """A test that did not pass; `message` is the failure as a student reads it."""

    id: str
    problem: str
    failure: Failure
    message: str

    @property
    def name(self) -> str:
        """The test's name, without its file."""
        return self.id.rsplit("::", 1)[-1]


@dataclass
class Finding:
    """What became of one corpus entry.

    Attributes:
        entry: the entry.
        points: points earned by problem id; problems that the entry cannot harm count in full.
        not_run: ids of the problems that this machine could not run.
        failing: the tests that failed.
        ended: how the run ended.
        flags: of a flagged entry, the flagged lines.
        shortcomings: how the verdict differs from the right one; empty where it is right.
        seconds: wall time.
    """

    entry: Entry
    points: dict[str, int] = field(default_factory=dict)
    not_run: list[str] = field(default_factory=list)
    failing: list[FailingTest] = field(default_factory=list)
    ended: str = ""
    flags: list[str] = field(default_factory=list)
    shortcomings: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def caught(self) -> bool:
        """Whether the entry's problem earned nothing."""
        return self.points.get(self.entry.problem) == 0

    @property
    def caught_by(self) -> str:
        """The id of the first test of the entry's problem that failed with the expected words."""
        for test in self.failing:
            if test.problem == self.entry.problem and contains(test.failure, self.entry.hint):
                return test.id
        return ""


def examine(entry: Entry, judge: JudgeProblems, whole: bool = False) -> Finding:
    """Build an entry, judge it, and compare the verdict with the right one.

    Args:
        entry: the entry.
        judge: runs the tests of some problems (all where none is named) on a folder; of the
            shortcut's problem, only until it has failed.
        whole: run all tests, also of problems that the entry cannot harm, and after it has failed.
    """
    start = time.perf_counter()
    with scratch_folder() as folder:
        made, taken = folder / "made", folder / "taken"
        made.mkdir()
        try:
            submission = copy_submission(build(entry, made), taken)
            chosen = () if whole else problems_at_risk(entry, submission)
            verdict = judge(submission, chosen, None if whole else shortcut(entry))
            with PARSING:
                flags = find_flags(submission) if entry.kind == "flagged" else []
        except InvalidSubmission as error:
            verdict = Verdict(nothing_earned(f"not graded: {error}", False), f"refused: {error}")
            flags = []
        except CorpusError as error:
            return Finding(entry, ended="not built", shortcomings=[str(error)])
    lines = [f"{flag.path}, line {flag.line}: {flag.text}" for flag in flags]
    finding = compare(entry, verdict, lines)
    finding.seconds = time.perf_counter() - start
    return finding


def shortcut(entry: Entry) -> Shortcut | None:
    """Return the test that may settle an entry alone; None where all of its tests must run."""
    if entry.kind == "wrong":
        return Shortcut(entry.problem, entry.hint, entry.caught_by)
    return None


def compare(entry: Entry, verdict: Verdict, flags: Iterable[str] = ()) -> Finding:
    """Compare a verdict on an entry with the right one.

    Args:
        entry: the entry.
        verdict: of the problems that the entry can harm, or of all.
        flags: the flagged lines.
    """
    rows = {row.problem.id: row for row in verdict.scores.problems}
    points, not_run = {}, []
    for id_, problem in load_problems().items():
        row = rows.get(id_)
        if problem.cuda and (row is None or row.status == NOT_RUN):
            not_run.append(id_)
        else:
            points[id_] = problem.points if row is None else row.points
    failing = []
    for test in verdict.scores.tests:
        failure = clean_failure(test.failure)
        if failure and test.outcome not in (PASSED, NOT_RUN):
            failing.append(FailingTest(test.id, test.problem, failure, failure.text()))
    finding = Finding(entry, points, not_run, failing, verdict.ended, list(flags))
    finding.shortcomings = list(_shortcomings(finding))
    return finding


def _shortcomings(finding: Finding) -> Iterator[str]:
    entry, problems = finding.entry, load_problems()
    lost = [id_ for id_, earned in finding.points.items() if earned < problems[id_].points]
    if entry.kind in ("correct", "flagged"):
        if lost:
            yield f"a right answer was refused in {', '.join(lost)}: {_first(finding, lost)}"
        if entry.kind == "flagged" and not finding.flags:
            yield "not flagged: no line of it is shown to the staff"
        return
    measured = entry.problem not in finding.not_run  # it needs no CUDA device, or there is one
    if measured and not finding.caught:
        yield f"not caught: {entry.problem} earned its points"
    others = [id_ for id_ in lost if id_ != entry.problem]
    elsewhere = [id_ for id_ in others if not _asks_for_the_same(id_, finding)]
    own = {problem.module for problem in problems.values()}
    if elsewhere and not (entry.kind == "hostile" and entry.module not in own):
        yield f"points were lost in {', '.join(elsewhere)} too: {_first(finding, elsewhere)}"
    shown, first = _first(finding, [entry.problem]), _first_test(finding, [entry.problem])
    cannot_run = first is not None and first.failure.error in _CANNOT_RUN
    if entry.kind == "wrong" and not entry.hint and cannot_run:
        yield f"it cannot run, which proves nothing; if that is meant, make this its hint: {shown}"
    if entry.hint and finding.caught and not finding.caught_by:
        yield f"the failure does not say “{entry.hint}”; it says: {shown}"


def _asks_for_the_same(problem: str, finding: Finding) -> bool:
    """Return whether a problem asks for the same as the entry's, one of the two on a CUDA device.

    An answer that is wrong only on a device loses nothing where there is none.
    """
    problems = load_problems()
    asked, own = problems[problem], problems[finding.entry.problem]
    on_a_device = asked.cuda or (own.cuda and own.id in finding.points)
    return on_a_device and asked.module == own.module


def _first_test(finding: Finding, problems: Collection[str]) -> FailingTest | None:
    return next((test for test in finding.failing if test.problem in problems), None)


def _first(finding: Finding, problems: Collection[str]) -> str:
    test = _first_test(finding, problems)
    return " ".join(test.message.split())[:300] if test else "(no message)"


def audit(
    entries: Iterable[Entry], judge: JudgeProblems, jobs: int, whole: bool = False
) -> Iterator[Finding]:
    """Examine all entries, several at a time; yield each finding when it is there.

    Args:
        entries: the entries.
        judge: as for `examine`; it is called from several threads.
        jobs: how many at a time; as many hostile ones run beside them, which mostly wait.
        whole: as for `examine`.
    """
    with ThreadPoolExecutor(jobs) as working, ThreadPoolExecutor(jobs) as waiting:
        futures = [
            (waiting if entry.kind == "hostile" else working).submit(examine, entry, judge, whole)
            for entry in entries
        ]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            for future in futures:
                future.cancel()
