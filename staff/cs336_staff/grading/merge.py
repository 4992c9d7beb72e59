"""Put two gradings of a class together: CPU problems from one, CUDA problems from the other.

A problem counts as its own half judged it; where that half did not run it, as the other one did.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console

from cs336_staff.errors import BatchError, one_clear_error
from cs336_staff.grading.batch import write_again
from cs336_staff.progress import progress_bar
from cs336_staff.report.pages import write_pages
from cs336_staff.results.pairs import pair_up
from cs336_staff.results.record import (
    Extra,
    Results,
    Student,
    build_results,
    some_of,
    write_results,
)
from cs336_staff.results.run_folder import counted_results
from cs336_staff.results.verdict import COMPLETED, Verdict
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import NOT_RUN, Scores, TestRecord

_CPU, _GPU = "CPU problems", "CUDA problems"


@dataclass
class Merged:
    """The halves put together.

    Attributes:
        results: by name.
        halves: how each half was judged, a line each.
        conflicts: what a person must look at, a line each.
    """

    results: dict[str, Results]
    halves: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)


def merge_runs(cpu: Path, gpu: Path, out: Path, console: Console) -> list[str]:
    """Write a folder of results in which each problem is judged by its own half.

    Args:
        cpu: the folder of results whose CPU problems count.
        gpu: the folder of results whose CUDA problems count.
        out: a new folder.
        console: where to say what was merged.

    Returns:
        The conflicts, a line each.

    Raises:
        BatchError: a half is damaged or made by other problems than there are now, or `out` is not
            empty.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BatchError(f"{out} is not empty; name a new folder for the merged results")
    halves = counted_results(cpu), counted_results(gpu)
    for folder, half in zip((cpu, gpu), halves, strict=True):
        _check_problems(folder, half)
    merged = merge(*halves)
    why = f"merged from {cpu} and {gpu}, whose own pages show it beside the reference"
    with (
        one_clear_error("the same command, into a new folder, merges them"),
        progress_bar(console, len(merged.results), "merged") as progress,
    ):
        out.mkdir(mode=0o700, parents=True, exist_ok=True)  # its pages show the seed
        for name, results in progress.track(merged.results.items(), task_id=progress.task_ids[0]):
            write_results(out / name, results)
            write_pages(out / name, results, Path(), why)
    for line in merged.halves:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    write_again(out, console)
    return merged.conflicts


def merge(cpu: dict[str, Results], gpu: dict[str, Results]) -> Merged:
    """Return two gradings as one; see `merge_runs`."""
    pairs = pair_up(cpu, gpu)
    merged = Merged({}, _conditions(cpu, gpu), list(pairs.conflicts))
    suites = {results.extra_data.suite for half in (cpu, gpu) for results in half.values()}
    if len(suites - {""}) > 1:
        merged.conflicts.append(
            "the halves were judged by different tests: grade one of them again"
        )
    for cpu_name, gpu_name in pairs.both:
        merged.conflicts += _conflicts(cpu_name, cpu[cpu_name].extra_data, gpu[gpu_name].extra_data)
        merged.results[cpu_name] = _merged(cpu_name, cpu[cpu_name], gpu[gpu_name])
    rows = [row for results in merged.results.values() for row in results.extra_data.problems]
    if rows and not any(row.cuda and row.status != NOT_RUN for row in rows):
        merged.conflicts.append(f"neither half ran any of the {_GPU}")
    for names, half, missing in ((pairs.first, cpu, _GPU), (pairs.second, gpu, _CPU)):
        for name in names:
            free = name if name not in merged.results else f"{name}-{missing[:3].lower()}-missing"
            merged.results[free] = half[name]
            half[name].extra_data.submission = free
        if names:
            merged.conflicts.append(f"no results of the {missing}: {some_of(names)}")
    return merged


def _check_problems(folder: Path, half: dict[str, Results]) -> None:
    """Refuse results of other problems than there are: the total would be another."""
    wanted = load_problems().keys()
    for name, results in half.items():
        if different := wanted ^ {row.id for row in results.extra_data.problems}:
            raise BatchError(
                f"{folder / name} was graded when the problems were others "
                f"({some_of(sorted(different))}); grade {folder} again, then merge"
            )


def _merged(name: str, cpu: Results, gpu: Results) -> Results:
    ours, theirs = cpu.extra_data, gpu.extra_data
    tests: list[TestRecord] = []
    for id_, problem in load_problems().items():
        own, other = (theirs, ours) if problem.cuda else (ours, theirs)
        tests += _tests(own if _ran(own, id_) or not _ran(other, id_) else other, id_)
    ended, reason = _end(ours, theirs)
    verdict = Verdict(
        Scores.of(load_problems(), tests),
        ended=ended,
        reason=reason,
        seconds=cpu.execution_time + gpu.execution_time,
        protection=f"{_half(_CPU, ours)}; {_half(_GPU, theirs)}",
        seed=ours.seed,
        versions=_versions(ours.versions, theirs.versions),
        measured=[*ours.measured, *theirs.measured],
    )
    results = build_results(name, verdict)
    extra = results.extra_data
    extra.students = _students(ours.students, theirs.students)
    said = ours if ours.handed_in or not theirs.handed_in else theirs
    extra.handed_in, extra.late = said.handed_in, said.late
    extra.attempt, extra.earlier = said.attempt, said.earlier
    extra.upload, extra.suite, extra.fingerprint = ours.upload, ours.suite, ours.fingerprint
    extra.own_adapters = ours.own_adapters or theirs.own_adapters
    extra.flags = ours.flags or theirs.flags
    return results


def _tests(extra: Extra, problem: str) -> list[TestRecord]:
    return [test for test in extra.tests if test.problem == problem]


def _ran(extra: Extra, problem: str) -> bool:
    return any(row.id == problem and row.status != NOT_RUN for row in extra.problems)


def _end(cpu: Extra, gpu: Extra) -> tuple[str, str]:
    """Return how the two runs ended, and why not everything was graded."""
    if cpu.ended == gpu.ended:
        return cpu.ended, cpu.reason or gpu.reason
    halves = [(_CPU, cpu), (_GPU, gpu)]
    ended = "; ".join(f"{what}: {half.ended}" for what, half in halves if half.ended != COMPLETED)
    return ended, "; ".join(f"{what}: {half.reason}" for what, half in halves if half.reason)


def _device(extra: Extra) -> str:
    if extra.measured:
        return extra.measured[0].device
    ran = any(row.cuda and row.status != NOT_RUN for row in extra.problems)
    return "a CUDA device" if ran else "no CUDA device"


def _half(what: str, extra: Extra) -> str:
    return f"{what}: {_device(extra)}, seed {extra.seed}, {extra.protection or 'not run'}"


def _conditions(cpu: dict[str, Results], gpu: dict[str, Results]) -> list[str]:
    """Say how each half was judged, and how many submissions were judged that way."""
    lines = []
    for what, half in ((_CPU, cpu), (_GPU, gpu)):
        said = [_half(what, results.extra_data) for results in half.values()]
        lines += [f"{line} ({said.count(line)} submissions)" for line in dict.fromkeys(said)]
    return lines


def _versions(cpu: dict[str, str], gpu: dict[str, str]) -> dict[str, str]:
    return {
        name: cpu.get(name, "?")
        if cpu.get(name) == gpu.get(name)
        else f"{cpu.get(name, '?')} and {gpu.get(name, '?')}"
        for name in {**cpu, **gpu}
    }


def _students(cpu: list[Student], gpu: list[Student]) -> list[Student]:
    """Return whose submission it is; each platform fills in what the other does not know."""
    if len(cpu) != 1 or len(gpu) != 1:
        return cpu or gpu
    known = {key: value for key, value in vars(cpu[0]).items() if value}
    return [replace(gpu[0], **known)]


def _conflicts(name: str, cpu: Extra, gpu: Extra) -> Iterable[str]:
    """Say where the halves contradict each other."""
    if cpu.fingerprint and gpu.fingerprint and cpu.fingerprint != gpu.fingerprint:
        yield f"{name}: other files were handed in for the {_CPU} than for the {_GPU}"
    cut_short = [
        (what, half) for what, half in ((_CPU, cpu), (_GPU, gpu)) if half.ended != COMPLETED
    ]
    if cut_short and (cpu.ended, cpu.reason) == (gpu.ended, gpu.reason):
        yield f"{name}: both halves ended with “{cpu.ended}”: {cpu.reason}"
        return
    for what, half in cut_short:
        yield f"{name}: the half of the {what} ended with “{half.ended}”: {half.reason}"
    theirs = {row.id: row for row in gpu.problems}
    for row in [] if cut_short else cpu.problems:
        other = theirs[row.id]
        if NOT_RUN not in (row.status, other.status) and row.earned != other.earned:
            counts = _GPU if row.cuda else _CPU
            yield (
                f"{name}: {row.id} earns {row.earned} of {row.points} by the half of the {_CPU}, "
                f"{other.earned} by that of the {_GPU}; the half of the {counts} counts"
            )
