"""Score a run: a problem earns its points when every one of its tests passes."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.harness.problems import Problem

PASSED, FAILED, TODO, NOT_RUN = "passed", "failed", "to do", "not run"


@dataclass
class TestRecord:
    """One test on the fixed list: until it has run, it has failed."""

    id: str
    problem: str
    outcome: str = FAILED
    message: str = "the test did not finish"
    seconds: float = 0.0

    __test__ = False


@dataclass
class ProblemScore:
    """One row of the table."""

    problem: Problem
    tests: list[TestRecord] = field(default_factory=list)

    @property
    def status(self) -> str:
        """passed, failed, to do or not run."""
        outcomes = {test.outcome for test in self.tests}
        if TODO in outcomes:
            return TODO if outcomes <= {TODO, NOT_RUN, FAILED} else FAILED
        if FAILED in outcomes:
            return FAILED
        if self.problem.cuda and NOT_RUN in outcomes:
            return NOT_RUN  # a measurement that says nothing earns nothing
        return PASSED if PASSED in outcomes else NOT_RUN

    @property
    def points(self) -> int:
        """Points earned: all or none."""
        return self.problem.points if self.status == PASSED else 0

    @property
    def message(self) -> str:
        """The first failure's message, one with a hint if any has; or why it was not run."""
        for outcome in (FAILED, TODO, NOT_RUN):
            if outcome == self.status or self.status == FAILED:
                messages = [test.message for test in self.tests if test.outcome == outcome]
                if messages:
                    return next((text for text in messages if "\nhint: " in text), messages[0])
        return ""


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

    @property
    def points(self) -> int:
        """Points earned."""
        return sum(row.points for row in self.problems)

    @property
    def possible(self) -> int:
        """Points of the problems that were run."""
        return sum(row.problem.points for row in self.problems if row.status != NOT_RUN)

    @property
    def not_run(self) -> int:
        """Points of the problems that were not run."""
        return sum(row.problem.points for row in self.problems) - self.possible

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as JSON-ready data."""
        rows = [
            {
                **asdict(row.problem),
                "status": row.status,
                "earned": row.points,
                "message": row.message,
            }
            for row in self.problems
        ]
        tests = [asdict(test) for row in self.problems for test in row.tests]
        return {
            "points": self.points,
            "possible": self.possible,
            "not_run": self.not_run,
            "problems": rows,
            "tests": tests,
        }

    def write(self, file: Path, **extra: Any) -> None:
        """Write the verdict as JSON, with extra fields at the top."""
        file.write_text(json.dumps({**extra, **self.to_dict()}, indent=1) + "\n", encoding="utf-8")
