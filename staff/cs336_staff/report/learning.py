"""How problems and hints work in a class: what tells students apart, and what helps them."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations, pairwise

from cs336_staff.results.record import Attempt, Results
from tests.harness.plugin.scores import NOT_RUN, PASSED

PAIRS_SHOWN, UNHELPFUL_SHOWN = 10, 10
_LEAST_TOGETHER, _LEAST_PHI = 3, 0.3
_LEAST_SHOWN = 3


@dataclass(frozen=True)
class FirstPass:
    """When students first passed a problem: medians of those who did.

    Attributes:
        attempt: the number of the submission, from 1.
        hours: hours since their first submission; None where no platform says the times.
    """

    attempt: float
    hours: float | None


@dataclass(frozen=True)
class HintOutcome:
    """What came of a hint in the next submission of those who got it in a problem.

    Attributes:
        text: the hint.
        problem: the problem's id.
        shown: how many got it and handed in again.
        passed: how many of them then passed the problem.
        same: how many got the same hint again.
        other: how many failed in another way.
    """

    text: str
    problem: str
    shown: int
    passed: int
    same: int
    other: int


@dataclass(frozen=True)
class HintPair:
    """Two hints of different problems that the same submissions get; `phi` is their correlation."""

    first: str
    second: str
    count: int
    phi: float


def discrimination(results: list[Results]) -> dict[str, float]:
    """Return for each problem the correlation of passing it with the points of all others.

    Near 1, the problem tells strong students from weak ones; near 0 or below, it tells something
    else. A problem that all or none of the class pass has none.
    """
    outcomes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for one in results:
        for row in one.extra_data.problems:
            if row.status != NOT_RUN:
                outcomes[row.id].append((row.status == PASSED, one.score - row.earned))
    found = {}
    for id_, pairs in outcomes.items():
        passed, rest = zip(*pairs, strict=True)
        if len(set(passed)) > 1 and len(set(rest)) > 1:
            found[id_] = statistics.correlation(passed, rest)
    return found


def history(attempts: list[Results]) -> list[Attempt]:
    """Return a student's submissions in brief, with those before them that a platform lists.

    Args:
        attempts: those that were graded here, the earliest first.
    """
    last = attempts[-1]
    if last.extra_data.earlier:
        return [*last.extra_data.earlier, _brief(last)]
    return [_brief(results) for results in attempts]


def _brief(results: Results) -> Attempt:
    rows = [row for row in results.extra_data.problems if row.status != NOT_RUN]
    passed = tuple(row.id for row in rows if row.status == PASSED)
    failed = tuple(row.id for row in rows if row.status != PASSED)
    return Attempt(results.extra_data.handed_in, passed, failed)


def first_passes(histories: list[list[Attempt]]) -> dict[str, FirstPass]:
    """Return when students who handed in several times first passed each problem.

    A student does not count for a problem that was not judged in every submission before that.
    """
    numbers: dict[str, list[int]] = defaultdict(list)
    hours: dict[str, list[float]] = defaultdict(list)
    for own in histories:
        for id_ in {id_ for attempt in own for id_ in attempt.passed}:
            first = next(n for n, attempt in enumerate(own) if id_ in attempt.passed)
            if all(id_ in attempt.failed for attempt in own[:first]):
                numbers[id_].append(first + 1)
                if (since := _hours(own[0], own[first])) is not None:
                    hours[id_].append(since)
    return {
        id_: FirstPass(
            statistics.median(found), statistics.median(hours[id_]) if id_ in hours else None
        )
        for id_, found in numbers.items()
    }


def _hours(first: Attempt, later: Attempt) -> float | None:
    try:
        start, end = (datetime.fromisoformat(attempt.handed_in) for attempt in (first, later))
    except ValueError:
        return None
    return (end - start).total_seconds() / 3600


def unhelpful(attempts: list[list[Results]]) -> list[HintOutcome]:
    """Return the hints after which most students failed again, those that helped least first.

    Args:
        attempts: the submissions of each student, the earliest first.
    """
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for own in attempts:
        for before, after in pairwise(own):
            passed = {row.id for row in after.extra_data.problems if row.status == PASSED}
            again = _hints(after)
            for problem, hint in _hints(before):
                outcome = "same" if (problem, hint) in again else "other"
                counts[problem, hint]["passed" if problem in passed else outcome] += 1
    outcomes = [
        HintOutcome(hint, problem, c.total(), c["passed"], c["same"], c["other"])
        for (problem, hint), c in counts.items()
        if c.total() >= _LEAST_SHOWN and 2 * c["passed"] < c.total()
    ]
    outcomes.sort(key=lambda row: (row.passed - row.shown, row.problem, row.text))
    return outcomes[:UNHELPFUL_SHOWN]


def together(results: list[Results]) -> list[HintPair]:
    """Return pairs of hints of different problems that go together, the closest first."""
    owners: dict[tuple[str, str], set[int]] = defaultdict(set)
    for number, one in enumerate(results):
        for hint in _hints(one):
            owners[hint].add(number)
    frequent = {hint: own for hint, own in owners.items() if len(own) >= _LEAST_TOGETHER}
    best: dict[tuple[str, str], HintPair] = {}
    for (first, a), (second, b) in combinations(sorted(frequent.items()), 2):
        both = len(a & b)
        if first[0] == second[0] or first[1] == second[1] or both < _LEAST_TOGETHER:
            continue
        phi = _phi(len(a), len(b), both, len(results))
        key = (first[1], second[1])
        if phi >= _LEAST_PHI and (key not in best or best[key].phi < phi):
            best[key] = HintPair(first[1], second[1], both, phi)
    return sorted(best.values(), key=lambda pair: (-pair.phi, -pair.count, pair.first))[
        :PAIRS_SHOWN
    ]


def _phi(first: int, second: int, both: int, number: int) -> float:
    """Return the correlation of two yes-or-no properties, by how many have each, and both."""
    spread = (first * (number - first) * second * (number - second)) ** 0.5
    return (number * both - first * second) / spread if spread else 0.0


def _hints(results: Results) -> set[tuple[str, str]]:
    """Return the hints that a submission got, each with its problem."""
    failures: Iterable[tuple[str, tuple[str, ...]]] = (
        (test.problem, test.failure.hints) for test in results.extra_data.tests if test.failure
    )
    return {(problem, hint) for problem, hints in failures for hint in hints}
