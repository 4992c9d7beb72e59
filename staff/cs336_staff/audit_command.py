"""The audit from the corpus folder to the printed table."""

import time
from collections.abc import Collection
from pathlib import Path

from rich.console import Console

from cs336_staff.audit import Finding, audit, machine_changes, machine_state
from cs336_staff.audit_report import print_finding, print_table, write_json
from cs336_staff.corpus import load_corpus
from cs336_staff.inprocess import grade_in_process, warm_up
from cs336_staff.verdict import Verdict


def run_audit(
    corpus: Path,
    json: Path | None,
    fast: bool,
    only: str,
    whole: bool,
    jobs: int,
    seed: int,
    console: Console,
) -> bool:
    """Audit a corpus folder; return whether every entry was judged as it should be."""
    start = time.perf_counter()
    entries = [entry for entry in load_corpus(corpus) if only in entry.label]
    if fast:
        entries = [entry for entry in entries if entry.kind != "hostile"]

    def judge(submission: Path, problems: Collection[str]) -> Verdict:
        return grade_in_process(submission, seed, problems)

    warm_up()
    before = machine_state()
    findings: list[Finding] = []
    for finding in audit(entries, judge, jobs, whole):
        print_finding(finding, console)
        findings.append(finding)
    findings.sort(key=lambda finding: finding.entry.label)
    changes = machine_changes(before, machine_state())
    for change in changes:
        console.print(f"the machine changed: {change}", style="red", markup=False)
    print_table(findings, console)
    short = sum(bool(finding.shortcomings) for finding in findings)
    seconds = time.perf_counter() - start
    console.print(
        f"{len(findings)} entries, {short} fell short, seed {seed}, {seconds:.0f} s", style="bold"
    )
    if json:
        write_json(findings, changes, seed, json)
    return not short and not changes
