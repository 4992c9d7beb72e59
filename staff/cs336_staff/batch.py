"""Grade a class: a queue of submissions, each result whole on disk or not there, and grades.csv.

All state is files. A submission is done when its results.json is there, made with this run's seed
from these very files; so the same command goes on after anything, and ends with the same grades.
"""

import fcntl
import hashlib
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cs336_staff.diff import reference_units
from cs336_staff.grade import grade_submission
from cs336_staff.grades import write_grades
from cs336_staff.inprocess import nothing_earned
from cs336_staff.intake import Unfit, take_in
from cs336_staff.paths import ROOT
from cs336_staff.pool import run_forked
from cs336_staff.report import write_class_report, write_pages
from cs336_staff.report.render import warm_up
from cs336_staff.results import build_results, write_results, write_whole
from cs336_staff.uploads import Entry, find_submissions
from cs336_staff.verdict import Verdict

__all__ = ["BatchError", "Entry", "find_submissions", "grade_class"]

Judge = Callable[[Path], Verdict]
MakeJudge = Callable[[int], AbstractContextManager[Judge]]
CRASHED = "judge crashed"


class BatchError(ValueError):
    """A class cannot be graded as asked; the message says why and what to do."""


def grade_class(
    entries: list[Entry],
    out: Path,
    *,
    make_judge: MakeJudge,
    seed: int | None = None,
    jobs: int = 2,
    resume: bool = True,
    console: Console | None = None,
) -> list[dict[str, Any]]:
    """Grade submissions, go on where an earlier call stopped, and write grades and pages.

    Args:
        entries: what to grade, from `find_submissions`.
        out: the folder for results: a folder each, grades.csv, index.html, and run.json, which
            keeps the seed.
        make_judge: makes, for a seed, what gives verdicts, once for all; it is forked for each.
        seed: of all random inputs; by default that of the earlier call, or a new secret one.
        jobs: how many are graded at a time. With GPUs, as many as there are.
        resume: whether to keep what is done; otherwise everything is graded again.
        console: where to show progress.

    Returns:
        The results of all submissions in `out`, in the order of grades.csv.

    Raises:
        BatchError: there is nothing to grade, another run is at work in `out`, or its results
            were made with another seed or other tests.
    """
    console = console or Console()
    if not entries:
        raise BatchError("there is nothing to grade: no folder and no zip file was found")
    with locked(out):
        seed = open_run(out, seed, resume, entries)
        waiting = [entry for entry in entries if not is_done(out, entry, seed)]
        _say_start(console, entries, waiting)
        if waiting:
            with make_judge(seed) as judge:
                _grade_all(waiting, out, seed, judge, jobs, console)
        return finish(out, console)


def finish(out: Path, console: Console) -> list[dict[str, Any]]:
    """Write grades.csv and the class's page from all results in a folder."""
    results = load_results(out)
    write_grades(out / "grades.csv", results)
    page = write_class_report(out)
    console.print(f"wrote {out / 'grades.csv'} and {page}", markup=False, highlight=False)
    return results


def load_results(out: Path) -> list[dict[str, Any]]:
    """Return all results in a folder, in the order of their folders' names."""
    folders = sorted((path.parent for path in out.glob("*/results.json")), key=_by_name)
    return [json.loads((folder / "results.json").read_bytes()) for folder in folders]


def _by_name(folder: Path) -> tuple[str, str]:
    return folder.name.casefold(), folder.name


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Keep a second run out of a folder; the lock goes with the process, however it ends."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".lock").open("a") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # not inherited by forks
        except OSError as error:
            raise BatchError(f"another run is grading into {out}") from error
        for partial in [*out.glob(".grades.csv.*"), *out.glob(".*.html.*"), *out.glob(".run.*")]:
            partial.unlink()  # what a killed run had begun to write
        yield


def open_run(out: Path, seed: int | None, resume: bool, entries: list[Entry]) -> int:
    """Return the run's seed: the folder's own, or a new one, kept where only its owner reads."""
    file = out / "run.json"
    suite = suite_fingerprint()
    if not resume:
        for entry in entries:
            (out / entry.name / "results.json").unlink(missing_ok=True)
        if not any(out.glob("*/results.json")):
            file.unlink(missing_ok=True)
    if file.exists():
        run = json.loads(file.read_text())
        if seed not in (None, run["seed"]):
            raise BatchError(
                f"{out} was graded with another seed; leave --seed out to go on with its own, "
                "or choose another folder"
            )
        if run["suite"] != suite:
            raise BatchError(
                f"the tests have changed since {out} was begun, so its grades would not be "
                "comparable; grade everything again with --no-resume, or into another folder"
            )
        return int(run["seed"])
    seed = secrets.randbits(48) if seed is None else seed
    partial = out / f".run.json.{os.getpid()}"
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        json.dump({"seed": seed, "suite": suite}, stream)
        stream.flush()
        os.fsync(stream.fileno())
    partial.replace(file)
    return seed


def suite_fingerprint() -> str:
    """Return a hash of all that the tests are made of."""
    digest = hashlib.sha256()
    files = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tests").rglob("*.toml")]
    for path in sorted(files):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def fingerprint(submission: Path) -> str:
    """Return a hash of what would be graded of a submission, or of why it cannot be."""
    digest = hashlib.sha256()
    with tempfile.TemporaryDirectory(prefix="cs336-") as folder:
        try:
            taken = take_in(submission, Path(folder) / "submission")
        except Unfit as unfit:
            return hashlib.sha256(f"unfit: {unfit}".encode(errors="replace")).hexdigest()
        for path in sorted(path for path in taken.rglob("*") if path.is_file()):
            name = path.relative_to(taken).as_posix()
            digest.update(name.encode(errors="surrogateescape") + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_done(out: Path, entry: Entry, seed: int) -> bool:
    """Say whether a submission's results are there, of these files and with this seed."""
    try:
        extra = json.loads((out / entry.name / "results.json").read_bytes())["extra_data"]
    except (OSError, ValueError, KeyError):
        return False
    if extra.get("ended") == CRASHED or extra.get("seed") != seed:
        return False
    return extra.get("fingerprint") == fingerprint(entry.path)


def grade_entry(entry: Entry, out: Path, seed: int, judge: Judge) -> None:
    """Grade one submission and write its folder; results.json comes last."""
    results = grade_submission(entry.path, entry.name, judge, seed)
    _write_entry(entry, out, results)


def _write_entry(entry: Entry, out: Path, results: dict[str, Any]) -> None:
    results["extra_data"]["fingerprint"] = fingerprint(entry.path)
    results["extra_data"]["students"] = [asdict(student) for student in entry.students]
    folder = out / entry.name
    folder.mkdir(parents=True, exist_ok=True)
    write_pages(folder, results, entry.path)
    write_results(folder, results)


def write_crash(entry: Entry, out: Path, seed: int, reason: str) -> None:
    """Write the results of a submission whose judge died: no points, and the reason."""
    reason = f"not graded: {reason}"
    verdict = Verdict(nothing_earned(reason), CRASHED, reason, seed=seed)
    _write_entry(entry, out, build_results(entry.name, verdict))


def _grade_all(
    entries: list[Entry], out: Path, seed: int, judge: Judge, jobs: int, console: Console
) -> None:
    def work(entry: Entry) -> None:
        crash = out / entry.name / "judge-crash.txt"
        shutil.rmtree(out / entry.name, ignore_errors=True)
        try:
            grade_entry(entry, out, seed, judge)
        except BaseException:
            crash.parent.mkdir(parents=True, exist_ok=True)
            write_whole(crash, traceback.format_exc())
            sys.exit(1)

    warm_up()
    reference_units()
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(
        *columns,
        TimeRemainingColumn(elapsed_when_finished=True),
        console=console,
        auto_refresh=False,  # a thread that draws would be one to lose at each fork
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task("graded", total=len(entries))
        started = time.monotonic()
        for done in run_forked(entries, work, make_slots(jobs), tick=progress.refresh):
            if not done.clean:
                write_crash(done.item, out, seed, done.reason)
            progress.update(task, advance=1)
            _say_done(console, out, done.item, int(progress.tasks[0].completed), len(entries))
        seconds = time.monotonic() - started
    console.print(
        f"{len(entries)} graded in {seconds:.0f} s, {60 * len(entries) / seconds:.0f} a minute"
    )


def make_slots(jobs: int) -> list[dict[str, str]]:
    """Return what each process at a time sets in its environment: with GPUs, one to a GPU."""
    gpus = visible_gpus()
    if not gpus:
        return [{} for _ in range(max(1, jobs))]
    return [{"CUDA_VISIBLE_DEVICES": gpu} for gpu in gpus[: max(1, jobs)]]


def visible_gpus() -> list[str]:
    """Return the GPUs as CUDA_VISIBLE_DEVICES names them, without a CUDA context in here."""
    if (chosen := os.environ.get("CUDA_VISIBLE_DEVICES")) is not None:
        return [gpu for gpu in chosen.split(",") if gpu.strip() and gpu.strip() != "-1"]
    if not shutil.which("nvidia-smi"):
        return []
    listing = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False)
    gpus = [line for line in listing.stdout.splitlines() if line.startswith("GPU ")]
    return [str(index) for index in range(len(gpus))] if listing.returncode == 0 else []


def _say_start(console: Console, entries: list[Entry], waiting: list[Entry]) -> None:
    kept = len(entries) - len(waiting)
    text = f"{len(entries)} submissions"
    text += f", {kept} already done, {len(waiting)} to grade" if kept else " to grade"
    console.print(text, highlight=False)


def _say_done(console: Console, out: Path, entry: Entry, number: int, total: int) -> None:
    results = json.loads((out / entry.name / "results.json").read_bytes())
    extra = results["extra_data"]
    count = f"{number:>{len(str(total))}}/{total}"
    line = f"[dim]{count}[/]  {escape(entry.name)}  "
    if extra["ended"] == "completed":
        line += f"{results['score']} of {extra['possible']} points"
        line += f"  [dim]{results['execution_time']:.1f} s[/]"
    else:
        line += f"[red]{escape(extra['reason'].splitlines()[0][:200])}[/]"
    console.print(line, highlight=False, soft_wrap=True)
