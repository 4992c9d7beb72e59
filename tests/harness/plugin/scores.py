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
IN_PART, NOT_REACHED = "in part", "not reached"  # of `Scores.so_far` alone: a verdict has neither
_UNFINISHED = Failure("the test did not finish")


@dataclass
class TestRecord:
    """One test on the fixed list: until it has run, it has failed.

    Attributes:
        failure: why it did not pass; None where it did.
    """

    id: str
    problem: str
    outcome: str = FAILED
    failure: Failure | None = _UNFINISHED
    seconds: float = 0.0

    __test__ = False

    @property
    def untouched(self) -> bool:
        """Whether nothing is known of it yet."""
        return self.outcome == FAILED and self.failure == _UNFINISHED

    @property
    def name(self) -> str:
        """The test's name, without its file."""
        return self.id.rsplit("::", 1)[-1]

    @property
    def text(self) -> str:
        """Why it did not pass, as a student reads it; "" where it did."""
        return self.failure.text() if self.failure else ""

    @property
    def raised(self) -> tuple[str, str] | None:
        """What was raised, and by which line; None where no line is known."""
        if self.failure is None:
            return None
        line = self.failure.raised_in or self.failure.raised_in_test
        return (self.failure.error, line) if line else None

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "TestRecord":
        """Return the record that `dataclasses.asdict` turned into data."""
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
        dtype: in which it was done, without "torch.".
        device: the device's name.
        flops: the work's FLOPs.
        seconds: the submission's time.
        bytes: the bytes that the work moves; None where the roofline does not show it.
        own: the harness's own time; None where it took none.
        more: other figures, by name, to check a verdict by hand.
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
    """One problem's verdict as JSON holds it: what it is, and what came of it."""

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
        """The most telling failure as a student reads it; "" where all tests passed."""
        return self.failure.text() if self.failure else ""


@dataclass
class ProblemScore:
    """One row of the table.

    Attributes:
        left_out: how many more tests the problem has, which this run had not chosen.
    """

    problem: Problem
    tests: list[TestRecord] = field(default_factory=list)
    left_out: int = 0

    @property
    def status(self) -> str:
        """What the worst of its tests says."""
        outcomes = {test.outcome for test in self.tests}
        for worst in (FAILED, TODO):
            if worst in outcomes:
                return worst
        if PASSED not in outcomes:
            return NOT_REACHED if NOT_REACHED in outcomes else NOT_RUN
        if self.problem.cuda and NOT_RUN in outcomes:
            return NOT_RUN  # a measurement that says nothing earns nothing
        return IN_PART if self.left_out or NOT_REACHED in outcomes else PASSED

    @property
    def points(self) -> int:
        """Points earned: all or none."""
        return self.problem.points if self.status == PASSED else 0

    @property
    def telling(self) -> TestRecord | None:
        """The first test of this status, one with a hint if any has.

        Where one error at one line of the submission ended most, it is one of those.
        """
        tests = [test for test in self.tests if test.outcome == self.status]
        for raised, count in Counter(test.raised for test in tests).most_common(1):
            if raised and 2 * count > len(tests):
                tests = [test for test in tests if test.raised == raised]
        hinted = (test for test in tests if test.failure and test.failure.hints)
        return next(hinted, next(iter(tests), None))

    @property
    def failure(self) -> Failure | None:
        """The most telling failure; or why it was not run."""
        return self.telling.failure if self.telling else None

    @property
    def text(self) -> str:
        """The most telling failure as a student reads it."""
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
        """Gather the tests under their problems, in the handout's order."""
        rows = {id_: ProblemScore(problem) for id_, problem in problems.items()}
        for test in tests:
            rows[test.problem].tests.append(test)
        return cls([row for row in rows.values() if row.tests])

    def so_far(self, left_out: Mapping[str, int]) -> "Scores":
        """Return what a run says that was cut short or chose its tests.

        A test that it did not reach has not failed, and problems earn points by all their tests.

        Args:
            left_out: how many tests of each problem the run had not chosen.
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
        """Points of the problems that were run, and not in part."""
        unjudged = (NOT_RUN, NOT_REACHED, IN_PART)
        return sum(row.problem.points for row in self.problems if row.status not in unjudged)

    @property
    def not_run(self) -> int:
        """Points of the problems that were not run."""
        return sum(row.problem.points for row in self.problems) - self.possible

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Scores":
        """Return the verdict that `to_dict` turned into data."""
        return cls.of(load_problems(), [TestRecord.from_dict(test) for test in data["tests"]])

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as JSON-ready data."""
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
