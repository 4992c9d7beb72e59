"""The audit from the corpus folder to the printed table."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from cs336_staff.audit.corpus import CorpusError, Entry, load_corpus
from cs336_staff.audit.examine import Finding, JudgeProblems, audit
from cs336_staff.audit.host_state import machine_changes, machine_state
from cs336_staff.audit.report import print_finding, print_table, write_caught_by, write_json
from cs336_staff.judge import Budgets, JudgeSettings
from cs336_staff.judge.host.work_queue import cores
from cs336_staff.judge.in_process import grade_in_process
from cs336_staff.judge.pool import judging, visible_gpus
from cs336_staff.paths import SOLUTION
from tests.harness.watching.warm import warm_up

# Less memory than submissions get: many entries of the corpus use up what they get.
BUDGETS = Budgets(memory=3 * 2**29)


def run_audit(
    corpus: Path,
    json: Path | None,
    fast: bool,
    only: str,
    share: str,
    whole: bool,
    jobs: int | None,
    seed: int,
    remember: bool,
    console: Console,
) -> bool:
    """Audit a corpus folder; return whether every entry was judged as it should be."""
    start = time.perf_counter()
    entries = choose(load_corpus(corpus), fast, only, share)
    with _judging(fast, seed) as judge:
        findings, changes = _examine_all(entries, judge, jobs or max(2, cores()), whole, console)
    print_table(findings, console)
    short = sum(bool(finding.shortcomings) for finding in findings)
    seconds = time.perf_counter() - start
    noun = "entry" if len(findings) == 1 else "entries"
    shared = "" if share == "1/1" else f" (share {share})"
    said = f"{len(findings)} {noun}{shared}, {short} fell short, seed {seed}, {seconds:.0f} s"
    console.print(said, style="bold")
    if remember:
        write_caught_by(findings, corpus)
    if json:
        write_json(findings, changes, seed, share, json)
    return not short and not changes


def choose(every: list[Entry], fast: bool, only: str, share: str) -> list[Entry]:
    """Return the entries that the command's options choose, in order.

    Raises:
        CorpusError: no entry is chosen, or the share is not of the form 2/3.
    """
    found = re.fullmatch(r"([1-9]\d{0,5})/([1-9]\d{0,5})", share, re.ASCII)
    which, of = map(int, found.groups()) if found else (0, 0)
    if not 1 <= which <= of:
        raise CorpusError(f"--share {share!r} is no share; write 2/3 for the second of three")
    entries = [entry for entry in every if only in entry.label]
    if fast:
        entries = [entry for entry in entries if entry.kind != "hostile"]
    if not entries:
        left_out = "; --fast leaves hostile entries out" if fast else ""
        raise CorpusError(
            f"no entry's label contains {only!r}{left_out}; a label is such as {every[0].label}"
        )
    if which > len(entries):
        raise CorpusError(f"--share {share} of {len(entries)} entries is none")
    return entries[which - 1 :: of]


def _examine_all(
    entries: list[Entry], judge: JudgeProblems, jobs: int, whole: bool, console: Console
) -> tuple[list[Finding], list[str]]:
    """Examine all entries, then check that the reference and the machine have not changed."""
    before = machine_state()
    findings = []
    for finding in audit(entries, judge, jobs, whole):
        print_finding(finding, console)
        findings.append(finding)
    findings.sort(key=lambda finding: finding.entry.label)
    changes = machine_changes(before, machine_state())
    if any(finding.entry.kind == "hostile" for finding in findings):
        after = judge(SOLUTION, (), None)
        if after.scores.points != after.scores.possible:
            changes.append(f"the reference earns only {after.scores.points} points afterwards")
    for change in changes:
        console.print(f"the machine changed: {change}", style="red", markup=False)
    return findings, changes


@contextmanager
def _judging(fast: bool, seed: int) -> Iterator[JudgeProblems]:
    if fast:
        warm_up()
        yield lambda submission, problems, shortcut: grade_in_process(
            submission, seed, problems, shortcut=shortcut
        )
        return
    budgets = Budgets() if visible_gpus() else BUDGETS  # CUDA takes seconds to start
    with judging(JudgeSettings(seed=seed, parts=1, budgets=budgets)) as grade:
        yield lambda submission, problems, shortcut: grade(
            submission, problems=problems, shortcut=shortcut
        )
