"""Compare the judge's speed with plain pytest, which runs a submission without a sandbox.

CPU time is the whole machine's: bubblewrap does not hand on that of the processes in it.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from cs336_staff.audit.corpus import copy_reference
from cs336_staff.judge.host.work_queue import cores

from .measure import (
    Benchmark,
    Ratio,
    grading,
    machine_seconds,
    run_command,
    side_by_side,
    usual_environment,
)

CLASS = 20
# The level "users" needs a Python that every user may read, and /root may be closed to others.
OPEN_ROOT = """
set -e
home=$1 seen=$(mktemp -d -p /var/tmp)
shift
mount --bind /root "$seen"
mount -t tmpfs -o mode=755 tmpfs /root
mkdir -p "$home"
mount --bind "$seen/${home#/root/}" "$home"
umount "$seen"
rmdir "$seen"
exec "$@"
"""


def one_submission() -> Ratio:
    """Compare `cs336-staff grade` on the reference with pytest."""
    with _copies(1) as [copy]:
        return _compare(copy, [copy], at_a_time=1)


def batch() -> Ratio:
    """Compare one call that grades a class of copies of the reference with pytest on each."""
    with _copies(CLASS) as copies:
        return _compare(copies[0].parent, copies, at_a_time=cores())


def container() -> Ratio:
    """Compare the levels "users" and "namespaces" on the reference."""
    with _copies(1) as [copy]:
        calls = [
            lambda level=level: _grade(copy, "--protection", level)
            for level in ("users", "namespaces")
        ]
        return side_by_side(*calls, repeats=5, cpu_seconds=machine_seconds)


@contextmanager
def _copies(number: int) -> Iterator[list[Path]]:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        yield [copy_reference(Path(folder) / f"student_{index}") for index in range(number)]


def _compare(graded: Path, copies: list[Path], at_a_time: int) -> Ratio:
    def theirs(chosen: list[Path] = copies) -> None:
        with ThreadPoolExecutor(at_a_time) as pool:
            list(pool.map(_pytest, chosen))

    _grade(copies[0])  # both need compiled modules
    theirs(copies[:1])
    return side_by_side(
        lambda: _grade(graded), theirs, repeats=5, warmup=0, cpu_seconds=machine_seconds
    )


def _grade(graded: Path, *options: str) -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as out:
        run_command([*_opened(), *grading(graded, Path(out), *options)], usual_environment())


def _pytest(submission: Path) -> None:
    command = [sys.executable, "-m", "pytest", f"--submission={submission}"]
    run_command(command, usual_environment())


def _opened() -> list[str]:
    """Return a command that runs another where Python's folder in /root is open to all users."""
    if os.getuid() or not sys.base_prefix.startswith("/root/"):
        return []
    return ["unshare", "--mount", "sh", "-c", OPEN_ROOT, "sh", sys.base_prefix]


JUDGE: dict[str, Benchmark] = {
    "grade": Benchmark(one_submission, 0.8, "pytest in one process, the reference"),
    "batch": Benchmark(batch, 0.8, f"pytest on {CLASS} copies of the reference, one a core"),
    "container": Benchmark(container, 1.0, "level namespaces, for level users; the reference"),
}
