"""Grade a class on this machine, and write grades.csv. A result on disk is whole or absent."""

import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from cs336_staff.compare.units import reference_units
from cs336_staff.errors import GOES_ON, BatchError, cannot_grade, one_clear_error, os_error_text
from cs336_staff.grading.result_writers import Writers, write_entry
from cs336_staff.grading.resume import REPLACED, IsOutdated, is_done, move_superseded, open_run
from cs336_staff.grading.submission import grade_submission
from cs336_staff.judge.pool import JudgeLost, KeptJudge, MakeJudge, visible_gpus
from cs336_staff.progress import progress_bar
from cs336_staff.report.class_page import write_class_report
from cs336_staff.report.render import warm_up
from cs336_staff.report.terminal import print_scores
from cs336_staff.results.attempts import Which, counting
from cs336_staff.results.grades import write_grades
from cs336_staff.results.record import Results, build_results, counted, some_of
from cs336_staff.results.roster import ROSTER, read_roster
from cs336_staff.results.run_folder import (
    Run,
    check_of_one_run,
    load_results,
    locked,
    read_run,
    results_in,
)
from cs336_staff.results.verdict import COMPLETED, CRASHED, REFUSED, Verdict, nothing_earned
from cs336_staff.uploads.discover import Upload
from cs336_staff.uploads.unpack import fingerprint
from tests.harness.plugin.problems import load_problems


def grade_class(
    entries: list[Upload],
    out: Path,
    *,
    make_judge: MakeJudge,
    seed: int | None = None,
    jobs: int = 2,
    resume: bool = True,
    is_outdated: IsOutdated | None = None,
    attempts: Which = "",
    console: Console | None = None,
) -> list[Results]:
    """Grade submissions, starting where an earlier call stopped, and write grades and pages.

    Args:
        entries: what to grade, from `find_submissions`.
        out: the folder for results: a folder each, grades.csv, index.html, and run.json, which
            keeps the seed.
        make_judge: makes a judge for a seed; several threads use it at a time.
        seed: of all random inputs; by default that of the earlier call, or a new secret one.
        jobs: how many are graded at a time.
        resume: whether to keep what is done; otherwise all of `entries` is graded again. Existing
            results stay until their new ones are written.
        is_outdated: says which existing results to make again.
        attempts: which of a student's several submissions counts; "" for the earlier call's choice.
        console: where to show progress.

    Returns:
        The results of all submissions in `out`, in the order of grades.csv.

    Raises:
        BatchError: another run is at work in `out`, its results were made with another seed or
            other tests, a student has two submissions, this machine cannot read or write, or the
            judge is lost for good.
    """
    console = console or Console()
    with locked(out):
        run, entries = open_run(out, seed, resume, entries, is_outdated, attempts)
        waiting = [entry for entry in entries if not is_done(out, entry, run)]
        print_start(console, out, entries, waiting)
        if waiting:
            grade_waiting(waiting, out, make_judge, run, jobs, console)
        return finish(out, console)


def write_again(out: Path, console: Console) -> list[Results]:
    """Write grades.csv and the class's page again; errors are as for `finish`."""
    then = "the same command writes them"
    with locked(out, then):
        return finish(out, console, then)


def finish(out: Path, console: Console, then: str = GOES_ON) -> list[Results]:
    """Write grades.csv and the class's page from all results in a folder.

    Args:
        out: the folder.
        console: where to print what was written.
        then: what an error tells the user to do once its cause is mended.

    Raises:
        BatchError: a results.json is damaged, or a file cannot be written. If that file is the
            page, grades.csv has been written.
    """
    with one_clear_error(then):
        by_folder = load_results(out)
        if replaced := move_superseded(out, by_folder):
            by_folder = load_results(out)
            text = f"handed in again; the earlier results are in {out / REPLACED}: "
            text += some_of(replaced)
            console.print(text, markup=False, highlight=False, soft_wrap=True)
        check_of_one_run(out, by_folder)
        results = list(by_folder.values())
        run = read_run(out)
        counted = counting(by_folder, run.attempts if run else "")
        write_grades(out / "grades.csv", counted.values(), read_roster(out / ROSTER))
        try:
            page = write_class_report(out, by_folder, counted)
        except OSError:
            raise
        except Exception as error:
            why = f"{out / 'index.html'} cannot be written: {type(error).__name__}: {error}"
            raise BatchError(f"{why}; {out / 'grades.csv'} was written, and is whole") from error
    if len(results) == 1 and results[0].extra_data.ended == COMPLETED:
        print_scores(results[0].extra_data, console)
    text = f"wrote {out / 'grades.csv'} and {out / 'index.html'}"
    console.print(text, markup=False, highlight=False, soft_wrap=True)
    if look := page.to_look_at():
        console.print(f"look at: {look}", markup=False, highlight=False, soft_wrap=True)
    return results


def grade_waiting(
    entries: list[Upload],
    out: Path,
    make_judge: MakeJudge,
    run: Run,
    jobs: int,
    console: Console,
) -> None:
    """Grade submissions, some at a time, and print each as it is done.

    A submission whose judge dies is tried again alone, after all others: so it costs no other
    submission its grade.
    """
    started = time.monotonic()
    with ExitStack() as stack:
        with ThreadPoolExecutor(1) as pool:  # the judge starts in processes of its own
            opening = pool.submit(
                stack.enter_context, KeptJudge(make_judge, run.seed, len(entries))
            )
            warm_up()
            reference_units(False)
            load_problems()
        judge = opening.result()
        writers = Writers(write_entry, jobs)  # while this process has no other thread
        try:
            grade = partial(grade_entry, out=out, run=run, judge=judge, writers=writers)
            _grade_each(grade, entries, out, jobs, console)
        except JudgeLost as lost:
            raise BatchError(f"{lost}; {GOES_ON}") from lost
        finally:
            stack.close()
            writers.close()
    seconds = time.monotonic() - started
    pace = 60 * len(entries) / seconds
    console.print(f"{len(entries)} done in {seconds:.0f} s, {pace:.0f} a minute")


def _grade_each(
    grade: Callable[..., bool], entries: list[Upload], out: Path, jobs: int, console: Console
) -> None:
    """Grade submissions in threads, and those whose judge died again, one after another."""
    with progress_bar(console, len(entries), "graded") as progress:
        again = []
        for entry, done in _in_threads(partial(grade, last=False), entries, jobs, progress):
            if done:
                _advance(progress, out, entry)
            else:
                again.append(entry)
        again.sort(key=lambda entry: entry.name)
        for entry, _ in _in_threads(partial(grade, last=True), again, 1, progress):
            _advance(progress, out, entry)


def _in_threads(
    work: Callable[[Upload], bool], entries: list[Upload], jobs: int, progress: Progress
) -> Iterator[tuple[Upload, bool]]:
    """Work on entries in threads; yield each with its result, as it is done."""
    pool = ThreadPoolExecutor(jobs)
    try:
        futures: dict[Future[bool], Upload] = {pool.submit(work, e): e for e in entries}
        while futures:
            done, _ = wait(futures, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in [future for future in futures if future in done]:  # in order
                yield futures.pop(future), future.result()
            progress.refresh()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def grade_entry(
    entry: Upload,
    out: Path,
    run: Run,
    judge: KeptJudge,
    writers: Writers,
    *,
    last: bool,
) -> bool:
    """Grade one submission and write its folder.

    Returns:
        Whether it is done. It is not if the judge died and this is not the last try.

    Raises:
        BatchError: this machine cannot read, grade or write it; the submission is not at fault.
    """
    crash = files = ""
    try:
        files = fingerprint(entry.path)  # before grading: the files may be replaced meanwhile
        results = grade_submission(entry.path, entry.name, judge, run.seed)
        ended = results.extra_data.ended
    except JudgeLost:
        raise
    except OSError as error:
        raise cannot_grade(entry.name, error) from error
    except Exception as error:
        crash = traceback.format_exc()
        ended = type(error).__name__
    if crash or ended not in (COMPLETED, REFUSED):
        if not last:
            return False
        reason = f"not graded: its judge crashed twice ({ended})"
        nothing = nothing_earned(reason, bool(visible_gpus()))
        verdict = Verdict(nothing, CRASHED, reason, seed=run.seed)
        results = build_results(entry.name, verdict)
    results.extra_data.fingerprint = files
    run.stamp(results.extra_data, entry.name)
    try:
        writers.write_all(entry, out, results, crash)
    except OSError as error:
        why = f"the results of {entry.name} cannot be written: {os_error_text(error)}"
        raise BatchError(f"{why}; with that mended, {GOES_ON}") from error
    return True


def print_start(console: Console, out: Path, entries: list[Upload], waiting: list[Upload]) -> None:
    """Print how much there is to do, and which other results will be in grades.csv."""
    kept = len(entries) - len(waiting)
    text = counted(len(entries), "submission")
    text += f", {kept} already done, {len(waiting)} to grade" if kept else " to grade"
    others = {file.parent.name for file in out.glob("*/results.json")} - {e.name for e in entries}
    if others:
        text += f"; {len(others)} done before and not named now: {some_of(sorted(others))}"
    console.print(text, markup=False, highlight=False, soft_wrap=True)


def _advance(progress: Progress, out: Path, entry: Upload) -> None:
    (task,) = progress.tasks
    progress.advance(task.id)
    count = f"{task.completed:.0f}/{task.total:.0f}"
    progress.console.print(done_line(out, entry, count), highlight=False, soft_wrap=True)


def done_line(out: Path, entry: Upload, count: str) -> str:
    """Return the line about a submission that is done, in rich's markup."""
    results = results_in(out / entry.name)
    extra = results.extra_data
    line = f"[dim]{count:>9}[/]  {escape(entry.name)}  "
    if extra.no_pages:
        line += f"[red]no pages ({escape(extra.no_pages.splitlines()[0])})[/]  "
    if extra.ended != COMPLETED:
        return line + f"[red]{escape(extra.reason.splitlines()[0][:200])}[/]"
    line += f"{results.score} of {extra.possible} points"
    return line + f"  [dim]{results.execution_time:.1f} s[/]"
