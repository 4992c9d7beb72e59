"""Split one submission's problems among several processes, and put their verdicts together."""

import os
from collections import Counter
from typing import Any

from tests.harness.problems import load_problems
from tests.harness.scores import FAILED, Scores, TestRecord


def split(problems: dict[str, str], parts: int) -> list[list[str]]:
    """Split problems into parts of about as many tests each, none of them empty.

    Args:
        problems: the problem of each test, by the test's id.
        parts: how many at most.
    """
    shares: list[list[str]] = [[] for _ in range(parts)]
    sizes = [0] * parts
    for problem, tests in Counter(problems.values()).most_common():
        least = sizes.index(min(sizes))
        shares[least].append(problem)
        sizes[least] += tests
    return [share for share in shares if share]


def join(problems: dict[str, str], found: list[dict[str, Any]], reason: str) -> dict[str, Any]:
    """Return the scores of a submission from those of its parts.

    Args:
        problems: the problem of each test that should have run, by the test's id.
        found: the parts' scores, as `Scores.to_dict()` gives them.
        reason: the message of a test that is in none of them.
    """
    tests = {test["id"]: TestRecord(**test) for scores in found for test in scores["tests"]}
    records = [
        tests.get(id_) or TestRecord(id_, problem, FAILED, reason)
        for id_, problem in problems.items()
    ]
    extra = {k: v for scores in found for k, v in scores.items()}
    extra["measured"] = [row for scores in found for row in scores.get("measured", [])]
    return {**extra, **Scores.of(load_problems(), records).to_dict()}


def cores() -> int:
    """Return how many cores this process may use: of a Slurm job's node, the job's share."""
    return len(os.sched_getaffinity(0))
