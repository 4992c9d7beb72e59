"""The command `grade`: from a path to results, grades and pages."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from os.path import isdir, isfile, lexists
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from cs336_staff.errors import GOES_ON, BatchError, one_clear_error
from cs336_staff.grading.batch import grade_class
from cs336_staff.judge import JudgeFailed, JudgeSettings, SandboxUnavailable
from cs336_staff.judge.host.protection import NONE
from cs336_staff.judge.host.work_queue import cores, pairs
from cs336_staff.judge.pool import make_judges
from cs336_staff.results.attempts import Which
from cs336_staff.results.record import Extra, Results, clean, some_of
from cs336_staff.results.verdict import CRASHED, REFUSED
from cs336_staff.uploads.discover import Upload, find_submissions, skipped
from cs336_staff.uploads.platforms import BadUploads
from cs336_staff.uploads.unpack import InvalidSubmission, check_zip
from tests.harness.plugin.failure import INCONCLUSIVE, NO_DEVICE

if TYPE_CHECKING:
    from cs336_staff.grading.slurm import Cluster


class CannotGrade(RuntimeError):
    """Grading cannot begin on this machine; the message says what is missing."""


class Refused(ValueError):
    """The only submission cannot be graded; the message says why."""


def grade_all(
    path: Path,
    out: Path,
    settings: JudgeSettings,
    *,
    jobs: int | None,
    seed: int | None,
    resume: bool,
    attempts: Which,
    due: datetime | None,
    cluster: "Cluster | None",
    console: Console,
) -> None:
    """Grade what the path names, here or on a cluster, and print where the results are.

    Raises:
        BatchError: there is nothing to grade, the results folder is of another run, or a submission
            could not be judged.
        CannotGrade: there is no sandbox, or no CUDA device where one is required.
        Refused: the only submission cannot be graded. Its results are written all the same. In a
            class this is a grade, 0 points with a reason, and no error.
    """
    with one_clear_error():
        entries = _find(path, out, due)
        _print_skipped(skipped(path, entries), console)
        _print_unknown(entries, console)
    if settings.require_cuda and cluster is None:
        _require_cuda()
    if settings.protection == NONE.name:
        warning = "NO SANDBOX: submissions run with your rights, on your files and your network"
        console.print(warning, style="red", soft_wrap=True)
    settings = replace(settings, private=[str(path.resolve()), str(out.resolve())])
    if cluster is not None:
        from cs336_staff.grading.slurm import grade_on_slurm  # slow to import

        grade = partial(grade_on_slurm, cluster=cluster)
    else:
        grade = partial(grade_class, jobs=min(jobs or pairs(cores()), len(entries)))
    try:
        results = grade(
            entries,
            out,
            make_judge=make_judges(settings),
            seed=seed,
            resume=resume,
            is_outdated=partial(_is_outdated, settings),
            attempts=attempts,
            console=console,
        )
    except (SandboxUnavailable, JudgeFailed) as error:
        raise CannotGrade(str(error)) from error
    _check_all_judged(results)
    if len(entries) == 1:
        _check_not_refused(entries[0], results)


def _check_all_judged(results: list[Results]) -> None:
    """Raise a BatchError if a submission has 0 points because its judge crashed."""
    extras = [result.extra_data for result in results]
    lost = [extra.submission for extra in extras if extra.ended == CRASHED]
    if lost:
        raise BatchError(
            f"{len(lost)} of {len(results)} could not be judged and have 0 points for now: "
            f"{some_of(lost)}. grades.csv gives the reason, under Reason; with that mended, "
            f"{GOES_ON}"
        )


def _check_not_refused(entry: Upload, results: list[Results]) -> None:
    """Raise if the only submission was refused: the user wants to know at once."""
    for extra in (result.extra_data for result in results):
        if extra.upload == entry.shown_path and extra.ended == REFUSED:
            raise Refused(f"{entry.path}: {extra.reason}")


def _find(path: Path, out: Path, due: datetime | None) -> list[Upload]:
    """Return the submissions that the path names; the results may not be among them."""
    if not lexists(path):
        raise BatchError(f"there is no {path}")
    if isdir(path) and out.resolve().is_relative_to(path.resolve()):
        raise BatchError(
            f"{out.resolve()}, for the results, is inside {path.resolve()} and would be taken for "
            "a submission; choose a folder elsewhere for --out (a run that began here can be moved "
            "there)"
        )
    try:
        if isfile(path):
            check_zip(path)
        return find_submissions(path, due)
    except InvalidSubmission as error:
        raise BatchError(f"{path}: {error}") from error
    except BadUploads as error:
        raise BatchError(str(error)) from error


def _print_skipped(names: list[str], console: Console) -> None:
    """Print which entries are no submissions: a student may have sent one."""
    if names:
        shown = some_of([clean(name, 100) for name in names])
        text = f"skipped, as these are no submissions: {shown}"
        console.print(text, markup=False, highlight=False, soft_wrap=True)


def _print_unknown(entries: list[Upload], console: Console) -> None:
    """Print which submissions have no known student, if others have: no gradebook takes them.

    A list of students may have been written before the last upload.
    """
    unknown = [entry.name for entry in entries if not entry.students]
    if 0 < len(unknown) < len(entries):
        without = "without a known student, so without ID, SID and email in grades.csv"
        text = f"{without}: {some_of(unknown)}"
        console.print(text, markup=False, highlight=False, soft_wrap=True)


def _is_outdated(settings: JudgeSettings, extra: Extra) -> bool:
    """Return whether a result was made without the sandbox or the device that there is now.

    So was one that a noisy device left inconclusive.
    """
    if settings.protection != NONE.name and extra.protection == NONE.description:
        return True
    kinds = {row.failure.kind for row in extra.problems if row.failure}
    return settings.require_cuda and bool(kinds & {NO_DEVICE, INCONCLUSIVE})


def _require_cuda() -> None:
    import torch

    from tests.harness.plugin.device import no_cuda_reason

    if not torch.cuda.is_available():
        raise CannotGrade(f"--require-cuda: {no_cuda_reason().text()}")
