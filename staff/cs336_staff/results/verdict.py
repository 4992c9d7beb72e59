"""What a judge says of one submission."""

import platform
import runpy
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from tests.harness.plugin.failure import Failure
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import FAILED, NOT_RUN, Measurement, Scores, TestRecord


@cache
def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that a verdict may depend on."""
    packages = {name: version(name) for name in ("numpy", "einops", "pytest")}
    return {"Python": platform.python_version(), "torch": _torch_version(), **packages}


def _torch_version() -> str:
    """Return torch.__version__, which names the build too, without loading torch for it."""
    package = find_spec("torch")
    assert package and package.origin
    found = runpy.run_path(str(Path(package.origin).with_name("version.py")))["__version__"]
    return str(found)


COMPLETED = "completed"
# How a run ended that never began, and so says nothing of any problem.
REFUSED, CRASHED = "refused", "judge crashed"


@dataclass
class Verdict:
    """The scores of one submission and how they came about.

    Attributes:
        scores: the tests under their problems, and the points.
        ended: COMPLETED, or in a word how the run ended instead.
        reason: why nothing, or not everything, could be graded; empty where all was.
        seconds: wall time.
        protection: what stood between the submission and the judge, and what it does not stop.
        seed: of all random inputs.
        versions: of Python, torch and what else the verdict may depend on.
        measured: what CUDA tests measured.
    """

    scores: Scores
    ended: str = COMPLETED
    reason: str = ""
    seconds: float = 0.0
    protection: str = ""
    seed: int = 0
    versions: dict[str, str] = field(default_factory=versions)
    measured: list[Measurement] = field(default_factory=list)


@dataclass
class Part:
    """The tests that one of the judge's processes ran, and what CUDA tests measured in it."""

    tests: list[TestRecord]
    measured: list[Measurement]


def nothing_earned(reason: str, cuda: bool) -> Scores:
    """Return the scores of a submission that could not be run: nothing for any problem.

    Args:
        reason: why; shown with each problem.
        cuda: whether the CUDA problems would have been judged; otherwise they count as not run.
    """
    problems = load_problems()
    tests = [
        TestRecord(id_, id_, NOT_RUN if problem.cuda and not cuda else FAILED, Failure(reason))
        for id_, problem in problems.items()
    ]
    return Scores.of(problems, tests)


@dataclass(frozen=True)
class Shortcut:
    """Stop a problem's tests at the first failure whose text contains some words.

    Attributes:
        problem: the problem's id.
        words: the words; empty where any failure will do.
        first: id of a test to begin with.
    """

    problem: str
    words: str = ""
    first: str = ""


def contains(failure: Failure, words: str) -> bool:
    """Return whether a failure, as a student reads it, contains some words on whatever lines."""
    return " ".join(words.lower().split()) in " ".join(failure.text().lower().split())
