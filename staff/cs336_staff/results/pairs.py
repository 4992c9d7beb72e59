"""Pair the submissions of two folders of results: by whose they are, else by name."""

from collections import defaultdict
from dataclasses import dataclass, field

from cs336_staff.results.record import Results

_Ids = set[tuple[str, str]]


@dataclass
class Pairs:
    """The submissions of two runs side by side.

    Attributes:
        both: names in the first run and in the second.
        first: names that only the first run has.
        second: names that only the second run has.
        conflicts: why some that look alike are not paired, a line each.
    """

    both: list[tuple[str, str]] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    second: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)


def pair_up(first: dict[str, Results], second: dict[str, Results]) -> Pairs:
    """Pair submissions that have a student in common or, where no ID says otherwise, their name.

    One that has a student in common with several is paired with none.
    """
    pairs = Pairs()
    ids = {name: _ids(results) for name, results in second.items()}
    owners: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name, own in ids.items():
        for id_ in own:
            owners[id_].add(name)
    by_name = {name.casefold(): name for name in second}
    wanted: dict[str, list[str]] = defaultdict(list)
    for name, results in first.items():
        own = _ids(results)
        matches = set().union(*(owners[id_] for id_ in own if id_ in owners))
        same = by_name.get(name.casefold())
        if len(matches) > 1:
            listed = ", ".join(sorted(matches))
            pairs.conflicts.append(f"{name}: its students have several submissions: {listed}")
        elif matches:
            wanted[matches.pop()].append(name)
        elif same is not None and _of_others(own, ids[same]):
            pairs.conflicts.append(
                f"{name}: the two submissions of this name are not one student's"
            )
        elif same is not None:
            wanted[same].append(name)
    for name, names in wanted.items():
        if len(names) > 1:
            listed = ", ".join(sorted(names))
            pairs.conflicts.append(f"{name}: several submissions are its students': {listed}")
    chosen = {names[0]: name for name, names in wanted.items() if len(names) == 1}
    pairs.both = [(name, chosen[name]) for name in first if name in chosen]
    pairs.first = [name for name in first if name not in chosen]
    pairs.second = [name for name in second if name not in set(chosen.values())]
    return pairs


def _ids(results: Results) -> _Ids:
    """Return all by which a platform knows the students of a submission."""
    return {
        (kind, value.casefold())
        for student in results.extra_data.students
        for kind, value in (
            ("Canvas ID", student.canvas_id),
            ("SID", student.sid),
            ("email", student.email),
        )
        if value
    }


def _of_others(first: _Ids, second: _Ids) -> bool:
    """Return whether two sets of IDs, with none in common, have one of the same kind."""
    return bool({kind for kind, _ in first} & {kind for kind, _ in second})
