"""Score a run: a problem earns its points when every one of its tests passes."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.harness.plugin.failure import Failure
from tests.harness.plugin.problems import Problem, load_problems

PASSED, FAILED, TODO, NOT_RUN = "passed", "failed", "to do", "not run"
IN_PART, NOT_REACHED = "in part", "not reached"  # only in `Scores.so_far`, never in a verdict
_UNFINISHED = Failure("the test did not finish")


@dataclass
class TestRecord:
    """One test on the fixed list; a test that has not run counts as failed.

    Attributes:
        failure: why it did not pass; None if it passed.
    """

    id: str
    problem: str
    outcome: str = FAILED
    failure: Failure | None = _UNFINISHED
    seconds: float = 0.0

    __test__ = False

    @property
    def untouched(self) -> bool:
        """Whether it has not run."""
        return self.outcome == FAILED and self.failure == _UNFINISHED

    @property
    def name(self) -> str:
        """The test's name, without its file."""
        return self.id.rsplit("::", 1)[-1]

    @property
    def text(self) -> str:
        """Why it did not pass, as a student reads it; "" if it passed."""
        return self.failure.text() if self.failure else ""

    @property
    def raised(self) -> tuple[str, str] | None:
        """The error's type and the line that raised it; None if no line is known."""
        if self.failure is None:
            return None
        line = self.failure.raised_in or self.failure.raised_in_test
        return (self.failure.error, line) if line else None

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "TestRecord":
        """Return the record from the output of `dataclasses.asdict`."""
        failure = data["failure"]
        return cls(**{**data, "failure": Failure.from_dict(failure) if failure else None})

    def not_reached(self) -> "TestRecord":
        """Return the record of a test that no run has started."""
        return TestRecord(self.id, self.problem, NOT_REACHED, Failure("the run ended before"))


@dataclass(frozen=True)
class Measurement:
    """What a test measured of a submission on a CUDA device.

    Attributes:
        name: the work.
        dtype: its dtype, without "torch.".
        device: the device's name.
        flops: the work's FLOPs.
        seconds: the submission's time.
        bytes: the bytes that the work moves; None if the roofline does not show it.
        own: the harness's own time; None if it measured none.
        more: other figures, by name, for checking a verdict by hand.
    """

    name: str
    dtype: str
    device: str
    flops: float
    seconds: float
    bytes: float | None = None
    own: float | None = None
    more: dict[str, float] = field(default_factory=dict)

    @property
    def flop_per_sec(self) -> float:
        """Achieved FLOP/s."""
        return self.flops / self.seconds


@dataclass(frozen=True)
class ProblemRow:
    """One problem and its verdict, as in the JSON of results."""

    id: str
    title: str
    module: str
    section: str
    points: int
    cuda: bool
    status: str
    earned: int
    failure: Failure | None

    @property
    def text(self) -> str:
        """The main failure as a student reads it; "" if all tests passed."""
        return self.failure.text() if self.failure else ""


@dataclass
class ProblemScore:
    """One row of the table.

    Attributes:
        left_out: how many of its tests this run did not choose.
    """

    problem: Problem
    tests: list[TestRecord] = field(default_factory=list)
    left_out: int = 0

    @property
    def status(self) -> str:
        """The worst outcome of its tests."""
        outcomes = {test.outcome for test in self.tests}
        for worst in (FAILED, TODO):
            if worst in outcomes:
                return worst
        if PASSED not in outcomes:
            return NOT_REACHED if NOT_REACHED in outcomes else NOT_RUN
        if self.problem.cuda and NOT_RUN in outcomes:
            return NOT_RUN  # an inconclusive measurement earns nothing
        return IN_PART if self.left_out or NOT_REACHED in outcomes else PASSED

    @property
    def points(self) -> int:
        """Points earned: all or none."""
        return self.problem.points if self.status == PASSED else 0

    @property
    def main_test(self) -> TestRecord | None:
        """The test whose failure is shown: the first of this status with the most frequent hint.

        If one error at one line of the submission ended more than half of them, it is one of these.
        """
        tests = [test for test in self.tests if test.outcome == self.status]
        for raised, count in Counter(test.raised for test in tests).most_common(1):
            if raised and 2 * count > len(tests):
                tests = [test for test in tests if test.raised == raised]
        hints = {test.id: test.failure.hints for test in tests if test.failure}
        counts = Counter(hint for first in hints.values() for hint in first[:1])
        hinted = (test for test in tests if hints.get(test.id))
        return max(
            hinted, key=lambda test: counts[hints[test.id][0]], default=next(iter(tests), None)
        )

    @property
    def failure(self) -> Failure | None:
        """The main failure, or why the problem was not run."""
        return self.main_test.failure if self.main_test else None

    @property
    def text(self) -> str:
        """The main failure as a student reads it."""
        return self.failure.text() if self.failure else ""

    def row(self) -> ProblemRow:
        """Return the verdict without the tests."""
        problem = self.problem
        return ProblemRow(
            problem.id,
            problem.title,
            problem.module,
            problem.section,
            problem.points,
            problem.cuda,
            self.status,
            self.points,
            self.failure,
        )


@dataclass
class Scores:
    """The verdict on a submission."""

    problems: list[ProblemScore]

    @classmethod
    def of(cls, problems: dict[str, Problem], tests: list[TestRecord]) -> "Scores":
        """Group tests by problem, in the handout's order."""
        rows = {id_: ProblemScore(problem) for id_, problem in problems.items()}
        for test in tests:
            rows[test.problem].tests.append(test)
        return cls([row for row in rows.values() if row.tests])

    def so_far(self, left_out: Mapping[str, int]) -> "Scores":
        """Return the verdict of a run that ended early or chose only some tests.

        A test that it did not reach counts as not reached, not as failed.

        Args:
            left_out: how many tests of each problem the run did not choose.
        """
        rows = []
        for row in self.problems:
            tests = [test.not_reached() if test.untouched else test for test in row.tests]
            rows.append(ProblemScore(row.problem, tests, left_out.get(row.problem.id, 0)))
        return Scores(rows)

    @property
    def tests(self) -> list[TestRecord]:
        """All tests, in the order of their problems."""
        return [test for row in self.problems for test in row.tests]

    @property
    def points(self) -> int:
        """Points earned."""
        return sum(row.points for row in self.problems)

    @property
    def possible(self) -> int:
        """Points of the problems whose tests were all run."""
        unjudged = (NOT_RUN, NOT_REACHED, IN_PART)
        return sum(row.problem.points for row in self.problems if row.status not in unjudged)

    @property
    def not_run(self) -> int:
        """Points of the problems that were not run."""
        return sum(row.problem.points for row in self.problems) - self.possible

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Scores":
        """Return the verdict from the output of `to_dict`."""
        return cls.of(load_problems(), [TestRecord.from_dict(test) for test in data["tests"]])

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as data for JSON."""
        return {
            "points": self.points,
            "possible": self.possible,
            "not_run": self.not_run,
            "problems": [asdict(row.row()) for row in self.problems],
            "tests": [asdict(test) for test in self.tests],
        }

    def write(self, file: Path, **extra: Any) -> None:
        """Write the verdict as JSON, with extra fields at the top."""
        file.write_text(json.dumps({**extra, **self.to_dict()}, indent=1) + "\n", encoding="utf-8")
