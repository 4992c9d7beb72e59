"""The command `grade`: from paths to results, grades and pages."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from rich.console import Console

from cs336_staff.batch import BatchError, grade_class
from cs336_staff.judge import Judge, JudgeSettings, SandboxUnavailable
from cs336_staff.terminal import print_scores
from cs336_staff.uploads import find_submissions
from cs336_staff.verdict import Verdict
from tests.harness.plugin import no_cuda_reason


class CannotGrade(RuntimeError):
    """Grading cannot begin on this machine; the message says what is missing."""


def grade_all(
    paths: list[Path],
    out: Path,
    jobs: int,
    seed: int | None,
    resume: bool,
    require_cuda: bool,
    sandbox: bool,
    console: Console,
) -> None:
    """Grade what the paths name and print where the results are.

    Raises:
        BatchError: there is nothing to grade, or the results folder is of another run.
        CannotGrade: there is no sandbox, or no CUDA device where one is required.
    """
    missing = [str(path) for path in paths if not path.exists() and not path.is_symlink()]
    if missing:
        raise BatchError(f"there is no {', '.join(missing)}")

    def make_judge(seed: int) -> AbstractContextManager:
        return judging(JudgeSettings(seed=seed, sandbox=sandbox, require_cuda=require_cuda))

    entries = find_submissions(paths)
    try:
        results = grade_class(
            entries,
            out,
            make_judge=make_judge,
            seed=seed,
            jobs=min(jobs, max(1, len(entries))),
            resume=resume,
            console=console,
        )
    except SandboxUnavailable as error:
        raise CannotGrade(str(error)) from error
    if len(results) == 1:
        print_scores(results[0]["extra_data"], console)


@contextmanager
def judging(settings: JudgeSettings) -> Iterator:
    """Keep a warm judge for as long as submissions are graded."""
    if settings.require_cuda:
        import torch

        if not torch.cuda.is_available():
            raise CannotGrade(f"--require-cuda: {no_cuda_reason()}")
    with Judge(settings) as judge:

        def grade(submission: Path) -> Verdict:
            return judge.grade(submission)

        yield grade
