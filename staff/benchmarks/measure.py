"""Measure calls in turns, so that other load on the machine affects all of them alike."""

import gc
import math
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
    """The times of a call and of what it is compared with.

    Attributes:
        ours: median seconds of the measured call.
        theirs: median seconds of the fastest call that it is compared with.
        repeats: the number of timed runs of each.
        cpu: ours over theirs in user and system CPU, child processes included.
    """

    ours: float
    theirs: float
    repeats: int
    cpu: float

    @property
    def value(self) -> float:
        """Ours over theirs: small is fast."""
        return self.ours / self.theirs


@dataclass(frozen=True)
class Benchmark:
    """A measurement, the ratio that it must not exceed, and a description of the comparison."""

    measure: Callable[[], Ratio]
    target: float
    against: str


def side_by_side(
    ours: Callable[[], Any],
    *theirs: Callable[[], Any],
    repeats: int,
    warmup: int = 1,
    prepare: Callable[[], Any] = gc.collect,
    cpu_seconds: Callable[[], float] = lambda: sum(os.times()[:4]),
) -> Ratio:
    """Run all calls in turns, and compare medians.

    Args:
        ours: the call to measure.
        theirs: the calls to compare with; the fastest counts.
        repeats: the number of timed rounds.
        warmup: the number of rounds before them, which are not timed.
        prepare: what to do before each call, untimed.
        cpu_seconds: a clock of CPU time; by default of this process and those that it waits for.
    """
    calls = (ours, *theirs)
    seconds: list[list[float]] = [[] for _ in calls]
    cpu: list[list[float]] = [[] for _ in calls]
    for number in range(warmup + repeats):
        for i, call in enumerate(calls):
            prepare()
            start, used = time.perf_counter(), cpu_seconds()
            call()
            if number >= warmup:
                seconds[i].append(time.perf_counter() - start)
                cpu[i].append(cpu_seconds() - used)
    mine, *others = map(statistics.median, seconds)
    my_cpu, *other_cpu = map(statistics.median, cpu)
    fastest = other_cpu[others.index(min(others))]
    return Ratio(mine, min(others), repeats, my_cpu / fastest if fastest else math.nan)


def machine_seconds() -> float:
    """Return the CPU time of all processes since the machine started."""
    user, nice, system, _, _, irq, softirq = map(
        int, Path("/proc/stat").read_text(encoding="utf-8").split()[1:8]
    )
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def run_command(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Run a command in the repository; raise RuntimeError if it fails."""
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def staff_command(*words: str) -> list[str]:
    """Return a command of `cs336-staff` that does not need it on the path."""
    return [sys.executable, "-c", "from cs336_staff.cli import main; main()", *words]


def grading(uploads: Path, out: Path, *options: str) -> list[str]:
    """Return the command that grades a submission, or a folder of them."""
    return staff_command("grade", str(uploads), "--out", str(out), *options)


@contextmanager
def folder_on_disk() -> Iterator[Path]:
    """Yield a folder on the repository's disk: /tmp may be memory, where fsync costs nothing."""
    with tempfile.TemporaryDirectory(dir=ROOT, prefix="build-") as folder:
        yield Path(folder)


def usual_environment() -> dict[str, str]:
    """Return the environment without settings that change where Python caches bytecode."""
    unusual = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
    return {name: value for name, value in os.environ.items() if name not in unusual}
