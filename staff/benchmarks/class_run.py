"""Grade a generated class: speed, scaling, kills at random moments, Slurm.

    python -m staff.benchmarks.class_run                      # everything, with 200 submissions
    python -m staff.benchmarks.class_run pace --size 20
    python -m staff.benchmarks.class_run kills --size 50 --kills 5
    python -m staff.benchmarks.class_run slurm --size 40

The class is drawn from the corpus: right and wrong answers, some modules still stubs, hostile ones,
and uploads that are no submission; as folders and as zip files. Where grades differ, the exit code
is 1.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from statistics import median

import cs336_staff  # noqa: F401  (puts the repository on the path)
from cs336_staff.audit.corpus import Entry, build, copy_reference, load_corpus
from cs336_staff.files.archive import write_zip
from cs336_staff.judge.sandboxed.processes import descendants
from cs336_staff.paths import ROOT

from .measure import grading

SEED = 336
JOBS = 2
LEAST = 20  # submissions; fewer might all be hostile or broken
OPTIONS = ("--seed", str(SEED), "--jobs", str(JOBS))
TARGET = 1.3
MIX = {"correct": 20, "wrong": 40, "stubs": 25, "hostile": 10, "broken": 5}


def make_class(folder: Path, size: int) -> list[Path]:
    """Create the uploads of a class; return those whose code is harmless."""
    chance = random.Random(SEED)
    corpus: dict[str, list[Entry]] = {}
    for entry in load_corpus():
        corpus.setdefault(entry.kind, []).append(entry)
    kinds = chance.choices(list(MIX), list(MIX.values()), k=size)
    harmless = []
    for number, kind in enumerate(kinds):
        upload = folder / f"student_{number:03}_{kind}"
        if kind == "broken":
            upload.with_suffix(".zip").write_bytes(b"PK\x03\x04" + chance.randbytes(500))
            continue
        entries = chance.sample(corpus[kind], 1) if kind in corpus else []
        made = _make(upload, entries, chance)
        if kind != "hostile":
            harmless.append(made)
    return harmless


def _make(upload: Path, entries: list[Entry], chance: random.Random) -> Path:
    """Create one upload; in a wrong or unfinished one some modules are stubs."""
    with tempfile.TemporaryDirectory(dir=upload.parent.parent) as folder:
        if entries:
            made = build(entries[0], Path(folder))
        else:
            made = copy_reference(Path(folder) / "submission")
            modules = sorted(path.name for path in (ROOT / "cs336_basics").glob("[a-z]*.py"))
            for name in chance.sample(modules, chance.randint(1, len(modules))):
                shutil.copy(ROOT / "cs336_basics" / name, made / "cs336_basics" / name)
        if made.is_file():
            return made.rename(upload.with_suffix(".zip"))
        shutil.rmtree(made / "cs336_basics" / "__pycache__", ignore_errors=True)
        if not entries and chance.random() < 0.3:
            write_zip(made, upload.with_suffix(".zip"), modified=10**9)
            return upload.with_suffix(".zip")
        return made.rename(upload)


def grade(uploads: Path, out: Path, *arguments: str) -> float:
    """Run the command; return its seconds."""
    start = time.monotonic()
    subprocess.run(
        grading(uploads, out, *OPTIONS, *arguments), stdout=subprocess.DEVNULL, check=True
    )
    return time.monotonic() - start


def plain_pytest(uploads: list[Path], at_a_time: int) -> float:
    """Run pytest on each in a process of its own, some at a time; return the seconds."""

    def run(upload: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            submission = upload
            if upload.is_file():
                submission = Path(folder)
                shutil.unpack_archive(upload, submission)
            words = ["-m", "pytest", f"--submission={submission}", f"--seed={SEED}"]
            subprocess.run(
                [sys.executable, *words, "-p", "no:cacheprovider"],
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=900,
                check=False,
            )

    start = time.monotonic()
    with ThreadPoolExecutor(at_a_time) as pool:
        list(pool.map(run, uploads))
    return time.monotonic() - start


def pace(folder: Path, size: int) -> bool:
    """Compare with plain pytest on the harmless ones, in turns; then grade growing classes.

    Only figures come of it: return True.
    """
    for name in ("pace", "harmless"):
        (folder / name).mkdir()
    harmless = [
        upload.rename(folder / "harmless" / upload.name)
        for upload in make_class(folder / "pace", size)[: max(8, size // 10)]
    ]
    ours: list[float] = []
    theirs: dict[int, list[float]] = {1: [], JOBS: []}
    for number in range(3):
        ours.append(grade(folder / "harmless", folder / f"pace-{number}"))
        for at_a_time, times in theirs.items():
            times.append(plain_pytest(harmless, at_a_time))
    own = 60 * len(harmless) / median(ours)
    print(f"{len(harmless)} harmless ones: {own:.1f} a minute", flush=True)
    for at_a_time, times in theirs.items():
        other = 60 * len(harmless) / median(times)
        verdict = "" if own / other >= TARGET else f", short of {TARGET}"
        print(f"plain pytest, {at_a_time} at a time: {other:.1f}, ratio {own / other:.2f}{verdict}")
    for part in (size // 4, size // 2, size):
        uploads = folder / f"class-{part}"
        uploads.mkdir()
        make_class(uploads, part)
        seconds = grade(uploads, folder / f"out-{part}")
        per_minute = 60 * part / seconds
        print(f"class of {part}: {seconds:.0f} s, {per_minute:.1f} a minute", flush=True)
    return True


def kills(folder: Path, size: int, number: int, seed: int) -> bool:
    """Kill the whole process tree at random moments; return whether no byte of the grades differs.

    The moments are drawn with the seed; what has been done by then is up to the machine.
    """
    uploads, out = folder / "kills", folder / "killed"
    uploads.mkdir()
    make_class(uploads, size)
    calm_seconds = grade(uploads, folder / "calm")
    chance = random.Random(seed)
    print(f"killing at moments of seed {seed}", flush=True)
    killed = 0
    kept: dict[Path, int] = {}
    while killed < number:
        before = {path: path.stat().st_mtime_ns for path in out.glob("*/results.json")}
        assert kept.items() <= before.items(), "a finished one was lost or graded again"
        with subprocess.Popen(grading(uploads, out, *OPTIONS), stdout=subprocess.DEVNULL) as run:
            time.sleep(chance.uniform(0, 0.9 * calm_seconds / number))
            if run.poll() is not None:
                break
            kill_tree(run.pid)
        kept = {path: path.stat().st_mtime_ns for path in out.glob("*/results.json")}
        killed += 1
        print(f"kill {killed}: {len(kept)} of {size} done", flush=True)
    grade(uploads, out)
    return same_grades(folder / "calm", out, f"{size} graded with {killed} kills")


def same_grades(one: Path, other: Path, what: str) -> bool:
    """Print and return whether two folders of results hold the same grades."""
    same = (one / "grades.csv").read_bytes() == (other / "grades.csv").read_bytes()
    print(f"{what}: grades.csv {'is the same' if same else 'DIFFERS'}", flush=True)
    return same


def kill_tree(pid: int) -> None:
    """Kill a process, then its descendants, so that no parent observes the end of a child."""
    for process in [pid, *descendants(pid)]:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def slurm(folder: Path, size: int) -> bool:
    """Grade on a real Slurm of two nodes, with mishaps; return whether no grade differs.

    When a quarter is graded, a job is killed and a node is drained. When half is, the command and
    its jobs are killed. Then the same command goes on.
    """
    sys.path.insert(0, str(ROOT / "staff" / "tests"))
    from support.slurm import running_slurm
    from support.slurm import slurm as ask

    uploads, out = folder / "slurm", folder / "cluster"
    uploads.mkdir()
    make_class(uploads, size)
    print(f"one machine: {grade(uploads, folder / 'one-machine'):.0f} s", flush=True)
    words = ("--slurm", "--seed", str(SEED), "--jobs", "1", "--memory", "4")
    start = time.monotonic()

    def wait_until_graded(number: int, run: subprocess.Popen[bytes]) -> None:
        while len(list(out.glob("*/results.json"))) < number and run.poll() is None:
            time.sleep(0.5)

    with running_slurm(2) as nodes:
        with subprocess.Popen(grading(uploads, out, *words), stdout=subprocess.DEVNULL) as run:
            wait_until_graded(size // 4, run)
            job, *_ = ask("squeue", "-h", "--array", "-t", "RUNNING", "-o", "%i").split()
            ask("scancel", "--full", "--signal=KILL", job)
            ask("scontrol", "update", f"NodeName={nodes[-1]}", "State=DRAIN", "Reason=trial")
            print(f"{_at(start)}: killed job {job}, drained {nodes[-1]}", flush=True)
            wait_until_graded(size // 2, run)
            kill_tree(run.pid)
            ask("scancel", "--user=root")
        done = len(list(out.glob("*/results.json")))
        print(f"{_at(start)}: killed the command, {done} of {size} done", flush=True)
        print(ask("sinfo", "-N", "-h", "-o", "%N is %T, %E"), flush=True)
        subprocess.run(grading(uploads, out, *words), stdout=subprocess.DEVNULL, check=True)
    print(f"{_at(start)}: done", flush=True)
    what = f"{size} graded on Slurm: a job and the command killed, a node drained"
    return same_grades(folder / "one-machine", out, what)


def _at(start: float) -> str:
    return f"after {time.monotonic() - start:.0f} s"


def main() -> None:
    """Run the chosen measurements, by default all."""
    parser = argparse.ArgumentParser(
        prog="python -m staff.benchmarks.class_run",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", nargs="*", metavar="WHAT", help="pace, kills, slurm")
    parser.add_argument("--size", type=int, default=200, help="submissions; default: 200")
    parser.add_argument("--kills", type=int, default=5, help="how often to kill; default: 5")
    parser.add_argument("--seed", type=int, help="of the moments to kill at; default: a random one")
    options = parser.parse_args()
    seed = random.randrange(2**32) if options.seed is None else options.seed
    parts: dict[str, Callable[[Path], bool]] = {
        "pace": lambda folder: pace(folder, options.size),
        "kills": lambda folder: kills(folder, options.size, options.kills, seed),
        "slurm": lambda folder: slurm(folder, options.size),
    }
    if unknown := set(options.what) - parts.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    if options.size < LEAST:
        parser.error(f"--size must be at least {LEAST}")
    good = True
    for name in options.what or parts:
        with tempfile.TemporaryDirectory(prefix="class-", dir="/var/tmp") as folder:
            good &= parts[name](Path(folder))
    sys.exit(not good)


if __name__ == "__main__":
    main()
