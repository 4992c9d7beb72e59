"""Find the problems that a corpus entry can harm.

In the judge every problem has a process of its own, which imports only what its adapters import,
and no module of the reference imports another. So a module's code runs only in the tests of its own
problems. A function's code runs only in the tests of problems that use it, unless it runs when the
module is imported.
"""

from pathlib import Path
from threading import Lock

import torch

from cs336_staff.audit.corpus import Entry
from cs336_staff.paths import SOLUTION
from tests.harness.plugin.problems import Problem, load_problems
from tests.harness.plugin.submitted_files import read_files
from tests.harness.watching.changes import affected

CHEAPEST = 3  # problems that represent all modules
# CPython 3.11 keeps one depth of parsing for all threads: where two threads parse at a time, a
# collection of garbage in one can end the other with a SystemError.
PARSING = Lock()


def problems_at_risk(entry: Entry, submission: Path) -> set[str]:
    """Return the ids of the problems that an entry can harm, its own among them.

    A hostile entry may harm anything. Another problem of its module represents all that import the
    module; a few problems represent all where every test imports it.

    Args:
        entry: the entry.
        submission: the folder that was built from it.
    """
    problems = load_problems()
    if entry.problem and problems[entry.problem].cuda and not torch.cuda.is_available():
        return {entry.problem}  # without a device the others are unknown
    if entry.kind != "hostile":
        with PARSING:
            found = affected(read_files(SOLUTION), read_files(submission))
    else:
        others = [p for p in problems.values() if p.id != entry.problem and not p.cuda]
        near = [problem.id for problem in others if problem.module == entry.module]
        found = near[:1] or _cheapest(others)
    return {*found, *filter(None, [entry.problem])}


def _cheapest(problems: list[Problem]) -> list[str]:
    """Return the ids of a few problems of different modules, those with the fewest points."""
    by_module: dict[str, str] = {}
    for problem in sorted(problems, key=lambda problem: problem.points):
        by_module.setdefault(problem.module, problem.id)
    return list(by_module.values())[:CHEAPEST]
