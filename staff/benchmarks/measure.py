"""Measure calls side by side, so that whatever else the machine does hits all of them alike."""

import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cs336_staff.paths import ROOT


@dataclass(frozen=True)
class Ratio:
    """What was measured.

    Attributes:
        ours: median seconds of the thing measured.
        theirs: median seconds of the fastest it is compared with.
        repeats: how often each was run.
    """

    ours: float
    theirs: float
    repeats: int

    @property
    def value(self) -> float:
        """Ours over theirs: small is fast."""
        return self.ours / self.theirs


@dataclass(frozen=True)
class Benchmark:
    """A measurement, the ratio it is to stay under, and what it is compared with, in words."""

    measure: Callable[[], Ratio]
    target: float
    against: str


def side_by_side(
    ours: Callable[[], Any],
    *theirs: Callable[[], Any],
    repeats: int,
    warmup: int = 1,
    prepare: Callable[[], Any] = gc.collect,
) -> Ratio:
    """Run all calls in turn, round after round, and compare medians.

    Args:
        ours: the call to measure.
        theirs: the calls to compare with; the fastest counts.
        repeats: rounds that count.
        warmup: rounds before them that do not.
        prepare: what to do before each call, untimed.
    """
    calls = (ours, *theirs)
    seconds: list[list[float]] = [[] for _ in calls]
    for number in range(warmup + repeats):
        for call, times in zip(calls, seconds, strict=True):
            prepare()
            start = time.perf_counter()
            call()
            if number >= warmup:
                times.append(time.perf_counter() - start)
    mine, *others = map(statistics.median, seconds)
    return Ratio(mine, min(others), repeats)


def run_command(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Run a command in the repository; its failure is an error."""
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def staff_command(*words: str) -> list[str]:
    """Return a command of `cs336-staff`, whether or not that is on the path."""
    return [sys.executable, "-c", "from cs336_staff.cli import main; main()", *words]


def grading(uploads: Sequence[Path], out: Path, *options: str) -> list[str]:
    """Return the command that grades uploads."""
    return staff_command("grade", *map(str, uploads), "--out", str(out), *options)


@contextmanager
def folder_on_disk() -> Iterator[Path]:
    """Give a folder on the repository's disk: /tmp may be memory, where fsync costs nothing."""
    with tempfile.TemporaryDirectory(dir=ROOT, prefix="build-") as folder:
        yield Path(folder)


def usual_environment() -> dict[str, str]:
    """Return the environment without settings that keep compiled modules from their usual place."""
    unusual = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
    return {name: value for name, value in os.environ.items() if name not in unusual}
