"""Share one submission's problems among several processes, and put their verdicts together."""

import math
import os
from collections import Counter
from collections.abc import Iterable, Iterator

from tests.harness.plugin.failure import Failure
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import FAILED, Scores, TestRecord

_MOST_PARTS = 4


def pairs(cores: int) -> int:
    """Return how many pairs of a judge's fork and a problem process keep this many cores busy.

    One of a pair waits for the other, and sometimes both wait for the clock.
    """
    return math.ceil(1.5 * cores)


def parts(active: int, waiting: int) -> int:
    """Return how many pairs are to share a submission: one, while others keep the cores busy.

    Args:
        active: how many submissions are being graded, this one included; the others are taken to
            be half done.
        waiting: how many wait.
    """
    ahead = 1 + (active - 1) / 2 + waiting
    return min(math.ceil(pairs(cores()) / ahead), _MOST_PARTS)


def in_turn(problems: dict[str, str], first: str = "") -> list[str]:
    """Return the problems in the order in which to run them: those of many tests before others.

    Args:
        problems: the problem of each test, by the test's id.
        first: the problem to begin with.
    """
    ordered = [problem for problem, _ in Counter(problems.values()).most_common()]
    return sorted(ordered, key=lambda problem: problem != first)


def queue(count: int) -> int:
    """Return a descriptor from which processes take the numbers below `count`."""
    read_fd, write_fd = os.pipe()
    os.write(write_fd, bytes(range(count)))
    os.close(write_fd)
    return read_fd


def taken_from(descriptor: int) -> Iterator[int]:
    """Take numbers from a queue until none is left; each goes to one process alone."""
    while number := os.read(descriptor, 1):
        yield number[0]


def join(problems: dict[str, str], tests: Iterable[TestRecord], reason: str = "") -> Scores:
    """Return the scores of a submission from the tests of its parts.

    Args:
        problems: the problem of each test that should have run, by the test's id.
        tests: the tests of all parts.
        reason: the message of a test that none of them ran.
    """
    found = {test.id: test for test in tests}
    records = [
        found.get(id_) or TestRecord(id_, problem, FAILED, Failure(reason))
        for id_, problem in problems.items()
    ]
    return Scores.of(load_problems(), records)


def cores() -> int:
    """Return how many cores this process may use: of a Slurm job's node, the job's share."""
    return len(os.sched_getaffinity(0))
