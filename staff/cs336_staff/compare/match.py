"""Compare a submission with the reference, function by function, without importing either.

Functions are matched by qualified name ("Adam.step"), in the same module first, then in others. Of
the rest, functions that look alike count as renamed. Data files are matched by their paths.
"""

import re
import shutil
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import accumulate
from pathlib import Path

from cs336_staff.compare.units import Unit, read_units, reference_units
from cs336_staff.files.scratch import scratch_folder
from cs336_staff.paths import SOLUTION
from cs336_staff.results.record import clean, some_of
from cs336_staff.uploads.unpack import InvalidSubmission, copy_submission
from tests.harness.plugin.problems import problem_of_name

ALIKE = 0.6
MAX_UNITS = 2000
MAX_LINES = 800  # shown of a unit
MAX_ALL_LINES = 20_000  # of all units together: a browser must be able to show the page
MAX_RENAME_CANDIDATES = 60


@dataclass(frozen=True)
class Pair:
    """A unit of the submission beside the reference's.

    Attributes:
        reference: the reference's; None if it has no such unit.
        submission: the submission's; None if it has no such unit.
        problem: id of the problem that it answers; "" if it answers none, or several.
    """

    reference: Unit | None
    submission: Unit | None
    problem: str = ""

    @property
    def name(self) -> str:
        """The reference's name of it, or else the submission's."""
        return self._either.name

    @property
    def module(self) -> str:
        """The reference's module, or else the submission's."""
        return self._either.module

    @property
    def file(self) -> str:
        """The reference's file, or else the submission's."""
        return self._either.file

    @property
    def _either(self) -> Unit:
        unit = self.reference or self.submission
        assert unit is not None
        return unit

    @property
    def status(self) -> str:
        """missing, extra, renamed, moved, same or changed."""
        if self.submission is None:
            return "missing"
        if self.reference is None:
            return "extra"
        if self.reference.name != self.submission.name:
            return "renamed"
        if self.reference.module != self.submission.module:
            return "moved"
        return "same" if self.reference.text == self.submission.text else "changed"

    @property
    def remark(self) -> str:
        """Another name or place than the reference's; "" where both are the same."""
        remarks = []
        if self.reference and self.submission and self.reference.name != self.submission.name:
            remarks.append(f"named {self.submission.name}")
        if self.reference and self.submission and self.reference.module != self.submission.module:
            remarks.append(f"in {self.submission.file}")
        if self.submission and self.submission.times > 1:
            remarks.append(f"defined {self.submission.times} times")
        return "; ".join(remarks)


@dataclass
class Diff:
    """All pairs, in the reference's order, and notes on what could not be compared."""

    pairs: list[Pair] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    normalized: bool = False

    def names(self, status: str) -> list[str]:
        """Return the units of a status, with their modules."""
        return [f"{pair.module}.{pair.name}" for pair in self.pairs if pair.status == status]


def diff_submission(submission: Path, *, normalize: bool = False) -> Diff:
    """Compare a submission, a folder or a zip file, with the reference.

    Args:
        submission: what was handed in.
        normalize: leave out formatting, comments and docstrings.
    """
    notes: list[str] = []
    unread: dict[str, str] = {}
    theirs: list[Unit] = []
    with scratch_folder() as folder:
        try:
            theirs = read_units(
                copy_submission(submission, folder / "submission"), normalize, unread
            )
        except InvalidSubmission as error:
            notes.append(f"the submission cannot be read: {error}")
    if len(theirs) > (most := _shown(theirs)):
        notes.append(f"it has {len(theirs)} functions and files; the first {most} are compared")
        theirs = theirs[:most]
    pairs = _match(reference_units(normalize), theirs)
    hidden = {file for file in unread if file.endswith(".py")}
    pairs = [pair for pair in pairs if pair.submission or _place(pair.module) not in hidden]
    return Diff(pairs, [*unread.values(), *notes], normalize)


def _place(module: str) -> str:
    return "adapters.py" if module == "adapters" else f"cs336_basics/{module}.py"


def own_adapters(submission: Path) -> str:
    """Return the names of the first few parts of adapters.py that differ from those handed out.

    Formatting, comments and docstrings do not count. "" means that nothing differs.
    """
    with scratch_folder() as folder:
        taken = copy_submission(submission, folder / "submission")
        file = taken / "adapters.py"
        if file.is_file() and file.read_bytes() == (SOLUTION / "adapters.py").read_bytes():
            return ""
        shutil.rmtree(taken / "cs336_basics")
        unread: dict[str, str] = {}
        theirs = {unit.name: unit.text for unit in read_units(taken, True, unread)}
    ours = {unit.name: unit.text for unit in reference_units(True) if unit.module == "adapters"}
    parts = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
    return clean(some_of([*unread.values()] or parts), 500)


def _shown(units: list[Unit]) -> int:
    """Return how many units a page can show."""
    lines = accumulate(min(len(unit.lines), MAX_LINES) for unit in units[:MAX_UNITS])
    return sum(upto <= MAX_ALL_LINES for upto in lines)


def _match(ours: Sequence[Unit], theirs: list[Unit]) -> list[Pair]:
    left = {(unit.module, unit.name): unit for unit in theirs}
    partners: dict[Unit, Unit] = {}

    def join(unit: Unit, partner: Unit) -> None:
        partners[unit] = partner
        del left[partner.module, partner.name]

    for unit in ours:
        if (unit.module, unit.name) in left:
            join(unit, left[unit.module, unit.name])
    elsewhere = defaultdict(list)
    for partner in left.values():
        elsewhere[partner.name].append(partner)
    for unit in ours:
        if unit not in partners and not unit.whole and elsewhere[unit.name]:
            join(unit, elsewhere[unit.name].pop(0))
    single = [unit for unit in ours if unit not in partners and not unit.whole]
    extra = [unit for unit in left.values() if not unit.whole]
    for unit, partner in _renamed(single, extra):
        join(unit, partner)
    pairs = [Pair(unit, partners.get(unit), problem_of(unit)) for unit in ours]
    order = {unit.module: position for position, unit in enumerate(ours)}
    pairs += [Pair(None, unit, problem_of(unit)) for unit in left.values()]
    return sorted(pairs, key=lambda pair: order.get(pair.module, len(ours)))


def _renamed(ours: list[Unit], theirs: list[Unit]) -> list[tuple[Unit, Unit]]:
    """Return pairs of units that look alike, the most alike first."""
    scored = []
    matcher = SequenceMatcher(None, autojunk=False)
    words = {unit: _words(unit) for unit in ours}
    for partner in theirs[:MAX_RENAME_CANDIDATES]:
        matcher.set_seq2(_words(partner))
        for unit in ours:
            matcher.set_seq1(words[unit])
            if matcher.real_quick_ratio() > ALIKE and matcher.quick_ratio() > ALIKE:
                scored.append((matcher.ratio(), unit, partner))
    chosen: list[tuple[Unit, Unit]] = []
    for ratio, unit, partner in sorted(scored, key=lambda item: -item[0]):
        if ratio > ALIKE and not any(unit is a or partner is b for a, b in chosen):
            chosen.append((unit, partner))
    return chosen


def _words(unit: Unit) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", unit.text)[:500]


def problem_of(unit: Unit) -> str:
    """Return the problem that a unit answers, or nothing."""
    name = unit.name.split(".")[0].removeprefix("run_")
    return problem_of_name().get(name, "")
