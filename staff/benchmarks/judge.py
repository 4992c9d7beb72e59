"""Compare the judge's speed with plain pytest, which runs a submission without a sandbox."""

import sys
import tempfile
from pathlib import Path

from cs336_staff.audit.corpus import copy_reference

from .measure import (
    Benchmark,
    Ratio,
    grading,
    run_command,
    side_by_side,
    usual_environment,
)

CLASS = 10


def one_submission() -> Ratio:
    """Compare `cs336-staff grade` on the reference with pytest."""
    return _compare(number=1, repeats=5)


def batch_of_ten() -> Ratio:
    """Compare one call that grades ten copies of the reference with ten runs of pytest, in turn."""
    return _compare(number=CLASS, repeats=3)


def _compare(number: int, repeats: int) -> Ratio:
    environment = usual_environment()
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        copies = [copy_reference(Path(folder) / f"student_{index}") for index in range(number)]

        def ours(graded: Path = copies[0] if number == 1 else Path(folder)) -> None:
            with tempfile.TemporaryDirectory(dir="/var/tmp") as out:
                run_command(grading(graded, Path(out)), environment)

        def theirs(chosen: list[Path] = copies) -> None:
            for copy in chosen:
                run_command([sys.executable, "-m", "pytest", f"--submission={copy}"], environment)

        ours(copies[0])  # both need compiled modules
        theirs(copies[:1])
        return side_by_side(ours, theirs, repeats=repeats, warmup=0)


JUDGE: dict[str, Benchmark] = {
    "grade": Benchmark(one_submission, 2.0, "pytest in one process, the reference"),
    "batch": Benchmark(batch_of_ten, 0.7, "ten runs of pytest in turn, copies of the reference"),
}
