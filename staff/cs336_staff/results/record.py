"""One submission's results: results.json in Gradescope's schema, JUnit XML, and reading them again.

Gradescope's schema: https://gradescope-autograders.readthedocs.io/en/latest/specs/
Texts come from submissions and are hostile: control characters and lone surrogates are replaced.
"""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from msgspec import Struct

from cs336_staff.files.whole import write_whole
from cs336_staff.results.typed_json import decode, encode
from cs336_staff.results.verdict import Verdict
from tests.harness.plugin.failure import Failure
from tests.harness.plugin.scores import (
    FAILED,
    NOT_RUN,
    PASSED,
    TODO,
    Measurement,
    ProblemRow,
    ProblemScore,
    TestRecord,
)

_CONTROLS = re.compile(  # the second line: what turns the direction of text, or breaks lines
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff"
    r"\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
MESSAGE_LIMIT = 4000
_VISIBLE = "visible"


@dataclass(frozen=True)
class Student:
    """Whose a submission is, as far as the platform that it comes from says."""

    name: str = ""
    canvas_id: str = ""
    sid: str = ""
    email: str = ""

    @property
    def known_as(self) -> str:
        """What tells this student from all others; empty where nothing does."""
        for what, value in (("ID", self.canvas_id), ("SID", self.sid), ("email", self.email)):
            if value:
                return f"{what} {value}"
        return ""


@dataclass(frozen=True)
class Flag:
    """A line that may avoid a rule on how an answer is made, for the staff to read.

    Attributes:
        module: "optim" for cs336_basics/optim.py, or "adapters".
        rule: the rule that it may avoid.
        path: the file, relative to the submission.
        line: its number.
        text: the line itself, cut to a readable length.
    """

    module: str
    rule: str
    path: str
    line: int
    text: str


@dataclass(frozen=True)
class Attempt:
    """One of a student's submissions in brief; a problem in neither tuple was not judged.

    Attributes:
        handed_in: when, as far as the platform says.
        passed: ids of the problems that passed.
        failed: ids of those that did not.
    """

    handed_in: str
    passed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()


class GradescopeTest(Struct, omit_defaults=True):
    """One test as Gradescope shows it; one without status and score is neither pass nor fail."""

    name: str
    number: str
    output: str
    visibility: str
    score: float | None = None
    max_score: float | None = None
    status: str | None = None


class Extra(Struct, omit_defaults=True):
    """What results.json holds beside Gradescope's fields.

    Attributes:
        edition: of this schema.
        submission: the name it is reported under.
        points: points earned.
        possible: points of the problems that were run.
        not_run: points of the problems that were not.
        problems: every problem's verdict.
        tests: every test's verdict.
        ended: COMPLETED, or how the run ended instead.
        reason: why nothing, or not everything, could be graded.
        seed: of all random inputs.
        protection: what stood between the submission and the judge.
        versions: of Python, torch and other packages.
        measured: what CUDA tests measured.
        upload: the end of the upload's path.
        students: whose it is.
        handed_in: when, as far as the platform says; it orders the submissions of one student.
        attempt: which of the student's submissions it is, from 1; 0 where nothing says so.
        earlier: the student's earlier submissions, as far as the platform lists them.
        late: "yes" or "no"; "" where nothing says so.
        suite: a hash of the tests.
        again: a token of the call with --no-resume that made it.
        fingerprint: a hash of the upload.
        no_pages: why there are no pages.
        own_adapters: how adapters.py differs from the one that was handed out.
        flags: lines for the staff to read.
    """

    edition: Literal[2]
    submission: str
    points: int
    possible: int
    not_run: int
    problems: list[ProblemRow]
    tests: list[TestRecord]
    ended: str
    reason: str
    seed: int
    protection: str
    versions: dict[str, str]
    measured: list[Measurement] = []
    upload: str = ""
    students: list[Student] = []
    handed_in: str = ""
    attempt: int = 0
    earlier: list[Attempt] = []
    late: str = ""
    suite: str = ""
    again: str = ""
    fingerprint: str = ""
    no_pages: str = ""
    own_adapters: str = ""
    flags: list[Flag] = []


class Results(Struct):
    """One submission's results.json."""

    score: int
    max_score: int
    execution_time: float
    visibility: str
    output: str
    tests: list[GradescopeTest]
    extra_data: Extra


class GraderFailed(Struct):
    """What Gradescope shows where the grader itself failed."""

    score: float = 0.0
    visibility: str = _VISIBLE
    output: str = (
        "The autograder itself failed, and your submission was not judged. "
        "Please tell the course staff."
    )
    tests: list[GradescopeTest] = []


def read_results(file: Path) -> Results:
    """Return what a results.json holds.

    Raises:
        BadData: it is of another shape.
        OSError: the file cannot be read.
    """
    return decode(file.read_bytes(), Results)


def clean(text: object, limit: int = MESSAGE_LIMIT) -> str:
    """Return a text without control characters and lone surrogates, cut to a limit."""
    cut = str(text)[:limit]
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", cut.replace("\r\n", "\n").replace("\t", " "))


def clean_failure(failure: Failure | None) -> Failure | None:
    """Return a failure with the texts that may quote a submission cleaned."""
    return failure and replace(
        failure,
        message=clean(failure.message),
        hints=tuple(map(clean, failure.hints)),
        error=clean(failure.error, 200),
        raised_in=clean(failure.raised_in),
        called=clean(failure.called),
    )


def build_results(name: str, verdict: Verdict) -> Results:
    """Return one submission's results.

    A problem earns its points when all of its tests pass; they are shared out among its tests,
    so that the scores of the tests add up to the score. A test that was not run has none, and no
    status either: all three are optional, and Gradescope would show a status as a failure.
    """
    scores = verdict.scores
    tests = [replace(test, failure=clean_failure(test.failure)) for test in scores.tests]
    rows = [row.row() for row in scores.problems]
    return Results(
        score=scores.points,
        max_score=scores.possible + scores.not_run,
        execution_time=round(verdict.seconds, 1),
        visibility=_VISIBLE,
        output=_headline(verdict),
        tests=[_test(test, row) for row in scores.problems for test in row.tests],
        extra_data=Extra(
            edition=2,
            submission=clean(name, 200),
            points=scores.points,
            possible=scores.possible,
            not_run=scores.not_run,
            problems=[replace(row, failure=clean_failure(row.failure)) for row in rows],
            tests=tests,
            ended=verdict.ended,
            reason=clean(verdict.reason),
            seed=verdict.seed,
            protection=verdict.protection,
            versions=verdict.versions,
            measured=verdict.measured,
        ),
    )


def _headline(verdict: Verdict) -> str:
    scores = verdict.scores
    lines = [f"{scores.points} of {scores.possible} points"]
    if scores.not_run:
        lines.append(f"{scores.not_run} more points were not run on this machine")
    if verdict.reason:
        lines.append(clean(verdict.reason))
    return "\n".join(lines)


def _test(test: TestRecord, row: ProblemScore) -> GradescopeTest:
    id_, status = row.problem.id, row.status
    shown = GradescopeTest(f"{id_}: {test.name}", row.problem.section, "", _VISIBLE)
    failure = clean_failure(test.failure)
    shown.output = failure.text() if failure else ""
    if test.outcome == NOT_RUN:  # no status and no score: it is no failure, nor points lost
        shown.output = f"not run: {shown.output}"
        return shown
    if test.outcome == PASSED and status != PASSED:
        shown.output = f"passed; {id_} earns its points when all of its tests pass"
    share = row.problem.points / sum(other.outcome != NOT_RUN for other in row.tests)
    shown.score = share if status == PASSED else 0.0
    shown.max_score = share
    shown.status = "passed" if test.outcome == PASSED else "failed"
    return shown


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: “1 submission”, “2 submissions”."""
    return f"{number} {noun}{'s' if number != 1 else ''}"


def some_of(names: Sequence[str]) -> str:
    """Return the first five names, for a line that is to stay one."""
    return ", ".join([*names[:5], *(["…"] if len(names) > 5 else [])])


def write_results(folder: Path, results: Results) -> None:
    """Write junit.xml and then results.json, whose presence says that the submission is done."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the seed is in there, and answers
    write_whole(folder / "junit.xml", junit_xml(results))
    write_whole(folder / "results.json", encode(results))


def junit_xml(results: Results) -> str:
    """Return the results as JUnit XML, a test case a test."""
    tests = results.extra_data.tests
    outcomes = Counter(test.outcome for test in tests)
    suite = ET.Element(
        "testsuite",
        name=results.extra_data.submission,
        tests=str(len(tests)),
        failures=str(outcomes[FAILED] + outcomes[TODO]),
        skipped=str(outcomes[NOT_RUN]),
        time=str(results.execution_time),
    )
    for test in tests:
        seconds = f"{test.seconds:.3f}"
        case = ET.SubElement(suite, "testcase", classname=test.problem, name=test.id, time=seconds)
        if test.outcome == NOT_RUN:
            ET.SubElement(case, "skipped", message=test.text)
        elif test.failure:
            text = test.text
            ET.SubElement(case, "failure", message=text.partition("\n")[0]).text = text
    ET.indent(suite)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
