"""Rank pairs of submissions by what only they share.

What the handed-out files and the reference have does not count. A hash that other submissions have
too counts the less, the more of them have it: what is common in a class is nature, not copying.
"""

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations

from cs336_staff.similar.fingerprints import Fingerprints

THRESHOLD = 0.3
LEAST = 12  # shared hashes below which a share says nothing
_COMMON = 0.2  # of the class: a hash that more have is left out of the search for pairs


@dataclass(frozen=True)
class Pair:
    """Two submissions and what they share.

    Attributes:
        first: name of a submission.
        second: name of another, or of an archived one.
        share: of what is rare in the class in the smaller one, the part that both have: 0 to 1.
        shared: how many hashes both have.
        functions: the functions in which most of these are: one of each submission, and how many.
    """

    first: str
    second: str
    share: float
    shared: int
    functions: list[tuple[tuple[str, str], tuple[str, str], int]]


def rank(
    submissions: dict[str, Fingerprints],
    archived: dict[str, Fingerprints],
    given: Collection[int],
) -> list[Pair]:
    """Return the pairs that share at least LEAST hashes, those with the largest share first.

    Args:
        submissions: the class.
        archived: earlier years' submissions and public solutions: compared with each of the class,
            and not with each other.
        given: hashes of what the course itself gives.
    """
    given = set(given)
    everything = {**archived, **submissions}
    hashes = {name: set().union(*own.values()) - given for name, own in everything.items()}
    owners: dict[int, set[str]] = defaultdict(set)
    for name in everything:
        for value in hashes[name]:
            owners[value].add(name)
    owned = {value: len(names) for value, names in owners.items()}
    total = {name: sum(1 / owned[v] for v in own) for name, own in hashes.items()}
    counts: dict[tuple[str, str], int] = defaultdict(int)
    most = max(3, _COMMON * len(everything))
    for names in owners.values():
        if 2 <= len(names) <= most:
            for pair in combinations(sorted(names), 2):
                counts[pair] += 1
    pairs = []
    for (first, second), count in counts.items():
        if count < LEAST or (first in archived and second in archived):
            continue
        if first in archived:
            first, second = second, first
        shared = hashes[first] & hashes[second]
        both = sum(1 / (owned[v] - 1) for v in shared)  # a hash counts by how many others have it
        alone = min(total[first], total[second]) - sum(1 / owned[v] for v in shared)
        share = round(both / (both + alone), 6)  # the same whatever was added first
        functions = _functions(everything[first], everything[second], shared)
        pairs.append(Pair(first, second, share, len(shared), functions))
    return sorted(pairs, key=lambda pair: (-pair.share, pair.first, pair.second))


def _functions(
    first: Fingerprints, second: Fingerprints, shared: set[int]
) -> list[tuple[tuple[str, str], tuple[str, str], int]]:
    """Return for each function of the first that shares hashes the one that it shares most with."""
    places: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for name, own in second.items():
        for value in own & shared:
            places[value].append(name)
    found = []
    for name, own in first.items():
        overlap = Counter(other for value in own & shared for other in places[value])
        if overlap:
            best = max(overlap, key=lambda other: (overlap[other], other == name, other))
            found.append((name, best, overlap[best]))
    return sorted(found, key=lambda item: -item[2])
