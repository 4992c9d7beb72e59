"""The class's page: distribution, problems, misconceptions, and a table of all submissions."""

import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cs336_staff.files.whole import write_whole
from cs336_staff.report.learning import (
    FirstPass,
    HintOutcome,
    HintPair,
    discrimination,
    first_passes,
    history,
    together,
    unhelpful,
)
from cs336_staff.report.pages import was_run, write_student_page
from cs336_staff.report.render import plain, render
from cs336_staff.results.attempts import by_student
from cs336_staff.results.record import Extra, Results, clean
from cs336_staff.results.roster import ROSTER, absent, read_roster, section_of_submission
from cs336_staff.results.run_folder import STUDENT
from cs336_staff.results.verdict import COMPLETED
from tests.harness.plugin.scores import FAILED, NOT_RUN, PASSED, TODO, ProblemRow

BINS = 10
HINTS_SHOWN = 15
SLOWEST_SHOWN = 5
_FULL_MARKS = "full marks"


@dataclass(frozen=True)
class ClassRow:
    """One submission in the table of all.

    Attributes:
        folder: the name of its folder of results.
        results: its results.
        students: the names of its students.
        passed: how many problems passed.
        result: the score in words.
        search: the text that the page's filter searches.
    """

    folder: str
    results: Results
    students: str
    passed: int
    result: str
    search: str

    @property
    def extra(self) -> Extra:
        """The results' extra data."""
        return self.results.extra_data


@dataclass(frozen=True)
class Figures:
    """The class in numbers; `full` counts full marks, `most` is the highest possible score."""

    median: float
    mean: float
    full: int
    most: int


@dataclass(frozen=True)
class Bin:
    """A range of scores, how many are in it, and its height relative to the tallest."""

    label: str
    count: int
    height: float


@dataclass(frozen=True)
class Section:
    """A section of the class: how many submissions it has, their median score and distribution."""

    name: str
    count: int
    median: float
    bins: list[Bin]


@dataclass(frozen=True)
class ProblemCounts:
    """How many submissions passed a problem, failed it, and so on; `rate` is -1 if none ran."""

    id: str
    section: str
    points: int
    passed: int
    failed: int
    todo: int
    not_run: int
    ran: int
    rate: float
    discrimination: float | None
    first_pass: FirstPass | None


@dataclass(frozen=True)
class HintCount:
    """A hint, how many submissions got it, and in which problems."""

    text: str
    count: int
    problems: list[str]


@dataclass(frozen=True)
class ClassPage:
    """What the page shows.

    Attributes:
        rows: all submissions.
        figures: the class in numbers.
        bins: the distribution of scores.
        ran: how many submissions could be run; statistics and problems are of these.
        problems: counts by problem.
        hints: the hints that most submissions got.
        slowest: the submissions that took longest.
        failed: those that were not graded in full.
        own_adapters: those that changed adapters.py.
        flagged: those with flagged lines.
        absent: the IDs in the roster of which there is no submission.
        protections: what stood between submissions and the judge, and how many submissions so.
        sections: the distribution of scores in each section of the roster.
        several: how many students handed in several times.
        unhelpful: hints after which most of them failed again.
        together: misconceptions that the same submissions have.
    """

    rows: list[ClassRow]
    figures: Figures
    bins: list[Bin]
    ran: int
    problems: list[ProblemCounts]
    hints: list[HintCount]
    slowest: list[ClassRow]
    failed: list[ClassRow]
    own_adapters: list[ClassRow]
    flagged: list[ClassRow]
    absent: list[str]
    protections: list[tuple[str, int]]
    sections: list[Section]
    several: int
    unhelpful: list[HintOutcome]
    together: list[HintPair]

    def to_look_at(self) -> str:
        """Return in a line how many submissions are worth a look by a person, and why."""
        counts = (
            (len(self.failed), "not graded in full"),
            (len(self.flagged), "with lines to read"),
            (len(self.own_adapters), "with changed adapters"),
            (len(self.absent), "in the roster without a submission"),
        )
        return ", ".join(f"{number} {what}" for number, what in counts if number)


def write_class_report(
    out: Path, class_results: dict[str, Results], counted: dict[str, Results] | None = None
) -> ClassPage:
    """Write index.html, summary.html and students' pages that are missing.

    Args:
        out: the folder of a class's results.
        class_results: all results in it, by their folders' names.
        counted: those that count, where students have several; the page shows these.
    """
    for folder, results in class_results.items():
        if not (out / folder / STUDENT).exists() and not results.extra_data.no_pages:
            write_student_page(out / folder, results)
    page = class_page(class_results, counted, read_roster(out / ROSTER))
    write_whole(out / "index.html", render("class.html", page))
    write_whole(out / "summary.html", render("summary.html", page))
    return page


def class_page(
    class_results: dict[str, Results],
    counted: dict[str, Results] | None = None,
    roster: dict[str, str] | None = None,
) -> ClassPage:
    """Return what the page shows, from each folder's results; see `write_class_report`.

    Args:
        class_results: all results.
        counted: those that count.
        roster: the section of each ID.
    """
    attempts = [[class_results[name] for name in own] for own in by_student(class_results).values()]
    histories = [several for own in attempts if len(several := history(own)) > 1]
    class_results = counted or class_results
    rows = [_row(folder, results) for folder, results in class_results.items()]
    ran = [results for results in class_results.values() if was_run(results.extra_data)]
    scores = [results.score for results in ran]
    most = max((row.extra.possible for row in rows), default=0)
    figures = Figures(
        median=statistics.median(scores) if scores else 0,
        mean=statistics.fmean(scores) if scores else 0,
        full=sum(row.result == _FULL_MARKS for row in rows),
        most=most,
    )
    return ClassPage(
        rows=rows,
        figures=figures,
        bins=_bins(scores, most),
        ran=len(ran),
        problems=_problems(class_results.values(), discrimination(ran), first_passes(histories)),
        hints=_hints(ran),
        slowest=sorted(rows, key=lambda row: -row.results.execution_time)[:SLOWEST_SHOWN],
        failed=[row for row in rows if row.extra.ended != COMPLETED],
        own_adapters=[row for row in rows if row.extra.own_adapters],
        flagged=[row for row in rows if row.extra.flags],
        absent=absent(class_results.values(), roster or {}),
        protections=Counter(results.extra_data.protection for results in ran).most_common(),
        sections=_sections(ran, most, roster or {}),
        several=len(histories),
        unhelpful=unhelpful(attempts),
        together=together(ran),
    )


def _row(folder: str, results: Results) -> ClassRow:
    extra = results.extra_data
    students = clean(", ".join(student.name for student in extra.students if student.name), 300)
    failed = [row.id for row in extra.problems if row.status == FAILED and was_run(extra)]
    return ClassRow(
        folder=folder,
        results=results,
        students=students,
        passed=sum(row.status == PASSED for row in extra.problems),
        result=_result(results),
        search=" ".join([extra.submission, students, *failed, extra.reason]).lower(),
    )


def _result(results: Results) -> str:
    extra = results.extra_data
    if extra.ended != COMPLETED:
        return "not graded in full"
    if results.score == extra.possible:
        return _FULL_MARKS
    return "some points" if results.score else "no points"


def _bins(scores: list[int], most: int) -> list[Bin]:
    """Count the scores in ranges of whole points; all but the last are equally wide."""
    width = max(1, -(-most // BINS))
    number_of_bins = most + 1 if most < BINS else -(-most // width)
    counts = Counter(min(score // width, number_of_bins - 1) for score in scores)
    tallest = max(counts.values(), default=1)
    bins = []
    for number in range(number_of_bins):
        first, last = number * width, (number + 1) * width - 1
        last = most if number == number_of_bins - 1 else last
        label = plain(first) if first == last else f"{first}–{last}"
        bins.append(Bin(label, counts[number], counts[number] / tallest))
    return bins


def _sections(ran: list[Results], most: int, roster: dict[str, str]) -> list[Section]:
    """Return the distribution in each section, and of those whom the roster lacks."""
    scores: dict[str, list[int]] = {}
    for results in ran if roster else ():
        scores.setdefault(section_of_submission(results, roster) or "not in the roster", []).append(
            results.score
        )
    return [
        Section(name, len(own), statistics.median(own), _bins(own, most))
        for name, own in sorted(scores.items())
    ]


def _problems(
    class_results: Iterable[Results],
    discriminations: dict[str, float],
    passes: dict[str, FirstPass],
) -> list[ProblemCounts]:
    problems: dict[str, ProblemRow] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for results in class_results:
        counted = was_run(results.extra_data)
        for row in results.extra_data.problems:
            problems.setdefault(row.id, row)
            counts[row.id, row.status] += counted
    rows = []
    for id_, problem in problems.items():
        passed, failed, todo, not_run = (
            counts[id_, status] for status in (PASSED, FAILED, TODO, NOT_RUN)
        )
        ran = passed + failed + todo
        rows.append(
            ProblemCounts(
                id=id_,
                section=problem.section,
                points=problem.points,
                passed=passed,
                failed=failed,
                todo=todo,
                not_run=not_run,
                ran=ran,
                rate=passed / ran if ran else -1,
                discrimination=discriminations.get(id_),
                first_pass=passes.get(id_),
            )
        )
    return rows


def _hints(class_results: Iterable[Results]) -> list[HintCount]:
    """Count the submissions that got each hint, over all problems."""
    counts: Counter[str] = Counter()
    problems: dict[str, set[str]] = {}
    for results in class_results:
        shown = set()
        for test in results.extra_data.tests:
            for hint in test.failure.hints if test.failure else ():
                problems.setdefault(hint, set()).add(test.problem)
                shown.add(hint)
        counts.update(shown)
    common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:HINTS_SHOWN]
    return [HintCount(text, count, sorted(problems[text])) for text, count in common]
