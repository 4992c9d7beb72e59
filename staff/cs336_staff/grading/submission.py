"""Grade one submission: take it in, and judge it."""

from collections.abc import Callable
from pathlib import Path

from cs336_staff.files.scratch import scratch_folder
from cs336_staff.judge.pool import visible_gpus
from cs336_staff.results.record import Results, build_results
from cs336_staff.results.verdict import REFUSED, Verdict, nothing_earned
from cs336_staff.uploads.unpack import InvalidSubmission, copy_submission


def grade_submission(
    source: Path, name: str, judge: Callable[[Path], Verdict], seed: int
) -> Results:
    """Return the results of one submission, a folder or a zip file.

    Args:
        source: what was handed in.
        name: the name it is reported under.
        judge: what runs the suite on a clean copy of it.
        seed: written into the results where the submission never reached the judge.

    Returns:
        The results (see `build_results`); one that cannot be graded earns nothing, with a reason.

    Raises:
        OSError: this machine cannot read or write; that is no fault of the submission's.
    """
    with scratch_folder() as folder:
        try:
            verdict = judge(copy_submission(source, folder / "submission"))
        except InvalidSubmission as error:
            reason = f"not graded: {error}"
            verdict = Verdict(
                nothing_earned(reason, bool(visible_gpus())), REFUSED, reason, seed=seed
            )
    return build_results(name, verdict)
