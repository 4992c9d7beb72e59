"""Compare a submission with the reference, in a process with limits."""

from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from cs336_staff.compare.limits import CPU_SECONDS, MEMORY_BYTES, limit_this_process
from cs336_staff.compare.match import Diff, diff_submission
from cs336_staff.files.scratch import scratch_folder
from cs336_staff.results.record import Results, read_results
from cs336_staff.results.typed_json import BadData
from cs336_staff.uploads.unpack import copy_submission, fingerprint


class CannotCompare(ValueError):
    """The submission cannot be compared, or the results are not its own."""


def compare(submission: Path, results: Path | None, normalize: bool) -> tuple[Diff, Results | None]:
    """Compare a submission with the reference.

    Args:
        submission: a submission's folder or zip file.
        results: its results.json, for verdicts and points.
        normalize: leave formatting and comments out.

    Returns:
        The comparison, and what the results hold.

    Raises:
        InvalidSubmission: the submission cannot be read as one.
        CannotCompare: the results are no results.json, or those of other files.
        OSError: a file cannot be read.
    """
    if results and results.is_dir():
        raise CannotCompare(f"{results} is a folder; name its results.json")
    known = _read(results) if results else None
    graded = known.extra_data.fingerprint if known else ""
    if graded and graded != fingerprint(submission):
        raise CannotCompare(
            f"{results} was made from other files than those of {submission}; "
            "name its own results, or grade it again"
        )
    with scratch_folder() as folder:
        return _diff(copy_submission(submission, folder / "submission"), normalize), known


def _diff(taken: Path, normalize: bool) -> Diff:
    """Compare in a process with limits, because Python's parser may not return."""
    with ProcessPoolExecutor(1, get_context("fork"), limit_this_process) as pool:
        try:
            return pool.submit(diff_submission, taken, normalize=normalize).result()
        except BrokenProcessPool as error:
            limit = f"over {CPU_SECONDS} s, or over {MEMORY_BYTES // 2**30} GiB"
            raise CannotCompare(f"the submission cannot be compared: that takes {limit}") from error


def _read(results: Path) -> Results:
    try:
        return read_results(results)
    except BadData as error:
        raise CannotCompare(f"{results} is no results.json that `grade` wrote: {error}") from error
