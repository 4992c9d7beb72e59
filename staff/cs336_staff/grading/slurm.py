"""Grade a class on a Slurm cluster, through submitit: the same results as on one machine.

The jobs are arrays that write into the class's folder, which all nodes must see. When Slurm lists
no more jobs, submissions without results are those of lost jobs. They are submitted again, one to a
job, so that a submission which takes its node down costs no other its grade.
"""

import hashlib
import io
import pickle
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from submitit import AutoExecutor, Job
from submitit.helpers import Checkpointable

from cs336_staff.errors import GOES_ON, BatchError
from cs336_staff.grading.batch import done_line, finish, grade_waiting, print_start
from cs336_staff.grading.result_writers import write_entry
from cs336_staff.grading.resume import IsOutdated, is_done, open_run
from cs336_staff.judge.host.work_queue import pairs
from cs336_staff.judge.pool import MakeJudge
from cs336_staff.results.attempts import Which
from cs336_staff.results.record import Results, build_results
from cs336_staff.results.run_folder import Run, locked
from cs336_staff.results.verdict import CRASHED, Verdict, nothing_earned
from cs336_staff.uploads.discover import Upload

ROUNDS = 3
MAX_ARRAY = 500

Stamp = tuple[int, int] | None


@dataclass(frozen=True)
class Cluster:
    """What to ask Slurm for.

    Attributes:
        partition: the partition; None for the cluster's default.
        gpus: GPUs a job.
        cpus: CPUs a job; it grades three submissions at a time for two of them.
        memory_gb: memory a job.
        minutes: time limit of a job.
        parallelism: how many jobs may run at a time.
        per_job: submissions a job, which share a warm judge.
        poll: seconds between calls of squeue.
        parameters: further options of sbatch, such as ("account", "cs336").
    """

    partition: str | None = None
    gpus: int = 0
    cpus: int = 2
    memory_gb: float = 8
    minutes: int = 60
    parallelism: int = 16
    per_job: int = 8
    poll: float = 5.0
    parameters: tuple[tuple[str, Any], ...] = ()


class GradeSome(Checkpointable):
    """The work of a job. Slurm starts it again if it is preempted or its time runs out."""

    def __init__(self, out: Path, make_judge: MakeJudge, run: Run, jobs: int) -> None:
        self.out, self.make_judge, self.run, self.jobs = out, make_judge, run, jobs

    def __call__(self, entries: list[Upload]) -> None:
        """Grade those submissions that are not done."""
        waiting = [entry for entry in entries if not is_done(self.out, entry, self.run)]
        if waiting:
            grade_waiting(waiting, self.out, self.make_judge, self.run, self.jobs, Console())


def grade_on_slurm(
    entries: list[Upload],
    out: Path,
    *,
    make_judge: MakeJudge,
    cluster: Cluster,
    seed: int | None = None,
    resume: bool = True,
    is_outdated: IsOutdated | None = None,
    attempts: Which = "",
    console: Console | None = None,
) -> list[Results]:
    """Grade submissions in Slurm jobs, with the results of `grade_class`.

    Args:
        entries: what to grade, in folders that the nodes see.
        out: the folder for results, which the nodes see too.
        make_judge: makes a judge; it is pickled.
        cluster: what to ask Slurm for.
        seed: of all random inputs.
        resume: whether to keep what is done.
        is_outdated: says which existing results to make again.
        attempts: which of a student's several submissions counts.
        console: where to show progress.

    Raises:
        BatchError: as for `grade_class`, and where there is no Slurm.
    """
    console = console or Console()
    out = out.absolute()
    if not shutil.which("sbatch"):
        raise BatchError("there is no Slurm here: the command sbatch is not installed")
    with locked(out):
        run, entries = open_run(out, seed, resume, entries, is_outdated, attempts)
        (out / "slurm").mkdir(mode=0o700, exist_ok=True)  # the pickles in it hold the seed
        _wait_for_earlier_jobs(out, cluster.poll, console)
        waiting = [entry for entry in entries if not is_done(out, entry, run)]
        print_start(console, out, entries, waiting)
        work = GradeSome(out, make_judge, run, pairs(cluster.cpus))
        for entry in _grade_in_rounds(work, waiting, cluster, console):
            reason = f"not graded: its job was lost, or ran out of time, {ROUNDS} times"
            nothing = nothing_earned(reason, bool(cluster.gpus))
            results = build_results(entry.name, Verdict(nothing, CRASHED, reason, seed=run.seed))
            run.stamp(results.extra_data, entry.name)
            write_entry(entry, out, results, "", reason)
        return finish(out, console)


def _wait_for_earlier_jobs(out: Path, poll: float, console: Console) -> None:
    """Wait until the jobs of an earlier call have ended; raise if Slurm does not answer."""
    if (answer := _squeue(out)).returncode:
        why = " ".join(answer.stderr.split())
        raise BatchError(f"Slurm does not answer: {why}; with that mended, {GOES_ON}")
    for number, _ in enumerate(_while_queued(out, poll, console)):
        if number == 0:
            message = f"waiting for the jobs of an earlier call; {how_to_cancel(out)}"
            console.print(message, highlight=False, soft_wrap=True)


def _grade_in_rounds(
    work: GradeSome, entries: list[Upload], cluster: Cluster, console: Console
) -> list[Upload]:
    """Submit jobs, up to ROUNDS times; return the submissions whose jobs were always lost.

    Raises:
        BatchError: submissions are left because their jobs raised an error.
    """
    out, total, failure = work.out, len(entries), ""
    before = {entry: _stamp(out, entry) for entry in entries}
    for number in range(ROUNDS):
        if entries:
            size = cluster.per_job if number == 0 else 1
            message = f"{total - len(entries)} of {total} graded"
            console.print(f"{message}, submitting {len(entries)}", highlight=False)
            size = max(size, -(-len(entries) // MAX_ARRAY))
            failure = _run(work, entries, before, cluster, size, console)
            entries = [entry for entry in entries if _stamp(out, entry) == before[entry]]
    if entries and failure:
        raise BatchError(
            f"{len(entries)} of {total} submissions are not graded, because their jobs failed: "
            f"{failure}\nSee {out / 'slurm'}; with that mended, {GOES_ON}"
        )
    return entries


def _stamp(out: Path, entry: Upload) -> Stamp:
    """Return a stamp that changes whenever a submission's results are written."""
    try:
        info = (out / entry.name / "results.json").stat()
    except FileNotFoundError:
        return None
    return info.st_ino, info.st_mtime_ns


def _run(
    work: GradeSome,
    entries: list[Upload],
    before: dict[Upload, Stamp],
    cluster: Cluster,
    size: int,
    console: Console,
) -> str:
    """Submit an array of jobs, wait for it, and print each submission as it is done.

    Args:
        work: the work of a job.
        entries: what to grade.
        before: the stamps of existing results, which are outdated.
        cluster: what to ask Slurm for.
        size: submissions a job.
        console: where to show progress.

    Returns:
        The error of a job that raised one; "" where none did.
    """
    out = work.out
    executor = AutoExecutor(folder=out / "slurm", cluster="slurm")
    executor.update_parameters(
        name=_job_name(out),
        timeout_min=cluster.minutes,
        mem_gb=cluster.memory_gb,
        cpus_per_task=cluster.cpus,
        gpus_per_node=cluster.gpus or None,
        slurm_partition=cluster.partition,
        slurm_array_parallelism=cluster.parallelism,
        slurm_additional_parameters={"requeue": True, **dict(cluster.parameters)},
    )
    chunks = [entries[start : start + size] for start in range(0, len(entries), size)]
    try:
        with redirect_stderr(io.StringIO()):  # submitit prints the error's text there, too
            jobs = executor.map_array(work, chunks)
    except Exception as error:
        raise BatchError(f"Slurm did not take the jobs: {error}") from error
    unreported = {entry.name: entry for entry in entries}
    for _ in _while_queued(out, cluster.poll, console):
        _report_done(unreported, before, out, len(entries), console)
    _report_done(unreported, before, out, len(entries), console)
    return next(filter(None, map(_failure, jobs)), "")


def _failure(job: Job[None]) -> str:
    """Return the error that a job raised; "" for one that did not, or was lost or killed."""
    if not job.paths.result_pickle.exists():
        return ""
    outcome, trace = pickle.loads(job.paths.result_pickle.read_bytes())
    lost = "Job not requeued" in str(trace)  # submitit: out of time twice
    return str(trace).strip().splitlines()[-1] if outcome == "error" and not lost else ""


def _report_done(
    unreported: dict[str, Upload],
    before: dict[Upload, Stamp],
    out: Path,
    total: int,
    console: Console,
) -> None:
    for entry in [e for e in unreported.values() if _stamp(out, e) != before[e]]:
        del unreported[entry.name]
        line = done_line(out, entry, f"{total - len(unreported)}/{total}")
        console.print(line, highlight=False, soft_wrap=True)


def _job_name(out: Path) -> str:
    """Return the name of all jobs that write into a folder, also those of earlier calls."""
    return f"cs336-{hashlib.sha256(str(out).encode()).hexdigest()[:12]}"


def how_to_cancel(out: Path) -> str:
    """Return how to end the jobs that write into a folder: stopping the command does not."""
    return f"`scancel --name={_job_name(out.absolute())}` ends them"


def _squeue(out: Path) -> subprocess.CompletedProcess[str]:
    """Ask Slurm for the state of each job that writes into a folder, and why it waits."""
    chosen = ["--me", "--array", f"--name={_job_name(out)}"]
    command = ["squeue", "--noheader", *chosen, "--format=%T %r"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _while_queued(out: Path, poll: float, console: Console) -> Iterator[None]:
    """Yield again and again while Slurm lists jobs that write into a folder.

    Where none of them runs, print why. If Slurm does not answer, wait: the jobs run on.
    """
    printed = ""
    while True:
        answer = _squeue(out)
        if answer.returncode == 0 and not answer.stdout.strip():
            return
        yield
        if answer.returncode:
            message = f"Slurm does not answer, waiting: {' '.join(answer.stderr.split())}"
        elif reason := _pending_reason(answer.stdout.splitlines()):
            message = f"no job runs yet; Slurm's reason: {reason}; {how_to_cancel(out)}"
        else:
            message = ""
        if message not in ("", printed):
            printed = message
            console.print(message, markup=False, highlight=False, soft_wrap=True)
        time.sleep(poll)


def _pending_reason(jobs: list[str]) -> str:
    """Return Slurm's reasons where all jobs are pending; "" otherwise.

    None is what Slurm says before it has looked. JobArrayTaskLimit is no reason of its own: an
    earlier job of the array is pending too.
    """
    states = [job.partition(" ") for job in jobs]
    if any(state != "PENDING" for state, _, _ in states):
        return ""
    return ", ".join(sorted({why for _, _, why in states} - {"None", "JobArrayTaskLimit"}))
