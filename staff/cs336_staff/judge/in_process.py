"""Run the suite on a submission in one process: fast, and no protection at all.

For submissions the team wrote itself: the reference, the corpus. Everything else is for the judge.
"""

from collections.abc import Collection
from pathlib import Path

from cs336_staff.results.verdict import COMPLETED, Shortcut, Verdict, contains, nothing_earned
from tests.harness.watching.warm import run_suite

PROTECTION = "none: the submission ran in the process that judged it"


def grade_in_process(
    submission: Path,
    seed: int,
    problems: Collection[str] = (),
    shortcut: Shortcut | None = None,
) -> Verdict:
    """Judge a submission in a process of its own; call `warm_up` first, to load torch once.

    Args:
        submission: a folder with adapters.py and cs336_basics/.
        seed: of all random inputs.
        problems: ids of the problems to run; all where empty.
        shortcut: run its first test alone, where that settles the only problem.
    """
    if shortcut and shortcut.first and set(problems) == {shortcut.problem}:
        run = run_suite(submission, seed, tests=shortcut.first)
        failures = [test.failure for test in run.scores.tests] if run.scores else []
        if any(failure and contains(failure, shortcut.words) for failure in failures):
            assert run.scores is not None
            return Verdict(run.scores, run.ended, "", run.seconds, PROTECTION, seed)
    chosen = (f"--problems={','.join(sorted(problems))}",) if problems else ()
    run = run_suite(submission, seed, chosen)
    if run.scores is not None:
        return Verdict(run.scores, run.ended, "", run.seconds, PROTECTION, seed)
    ended = "no verdict" if run.ended == COMPLETED else run.ended
    reason = f"the run gave no verdict ({ended})"
    return Verdict(nothing_earned(reason, False), ended, reason, run.seconds, PROTECTION, seed)
