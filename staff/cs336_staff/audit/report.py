"""Show an audit: a line an entry, then a table of problems."""

import json
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Column, Table

from cs336_staff.audit.corpus import CAUGHT_BY, Entry, load_corpus
from cs336_staff.audit.examine import Finding
from cs336_staff.files.whole import write_whole
from cs336_staff.results.typed_json import encode
from tests.harness.plugin.problems import load_problems


def finding_data(finding: Finding) -> dict[str, object]:
    """Return a finding for JSON."""
    entry = finding.entry
    of_entry = ("kind", "module", "name", "problem", "hint")
    of_finding = ("shortcomings", "points", "not_run", "failing", "ended", "flags")
    return {
        "entry": entry.label,
        **{name: getattr(entry, name) for name in of_entry},
        "ok": not finding.shortcomings,
        **{name: getattr(finding, name) for name in of_finding},
        "seconds": round(finding.seconds, 3),
    }


def print_finding(finding: Finding, console: Console) -> None:
    """Print an entry's line: whether its verdict is right, and if not, why."""
    entry = finding.entry
    mark = "[red]SHORT[/]" if finding.shortcomings else "[green]ok[/]   "
    tests = [test.name for test in finding.failing]
    detail = ", ".join(tests[:2]) or ("full marks" if entry.kind in ("correct", "flagged") else "")
    if len(tests) > 2:
        detail += f" and {len(tests) - 2} more"
    if entry.problem in finding.not_run:
        detail = f"{entry.problem} was not run: it needs a CUDA device"
    elif finding.flags:
        detail += f" · {finding.flags[0]}"
    elif not finding.shortcomings and entry.hint:
        detail += f" · “{entry.hint}”"
    console.print(f"{mark} {entry.label}  ", end="", highlight=False, soft_wrap=True)
    console.print(detail, markup=False, highlight=False, style="dim", soft_wrap=True)
    for text in finding.shortcomings:
        console.print(f"      {text}", markup=False, highlight=False, style="red")


def print_table(findings: list[Finding], console: Console) -> None:
    """Print for each problem how many entries were judged rightly."""
    judged = ("wrong caught", "hints right", "correct passed", "flagged", "hostile contained")
    table = Table(Column("problem", no_wrap=True), *judged)
    counts: dict[str, Counter[str]] = {id_: Counter() for id_ in load_problems()}
    for finding in findings:
        entry = finding.entry
        if entry.problem in finding.not_run:
            continue
        row = counts.setdefault(entry.problem or _in_its_name(entry), Counter())
        row[entry.kind] += 1
        if entry.kind == "wrong":
            row["caught"] += finding.caught
            row["hinted"] += bool(entry.hint)
            row["hint"] += bool(entry.hint and finding.caught_by)
        else:
            row[f"{entry.kind} ok"] += not finding.shortcomings
    counts = {id_: row for id_, row in counts.items() if row}
    counts["all"] = sum(counts.values(), Counter())
    for id_, row in counts.items():
        table.add_row(
            id_,
            _of(row["caught"], row["wrong"]),
            _of(row["hint"], row["hinted"]),
            _of(row["correct ok"], row["correct"]),
            _of(row["flagged ok"], row["flagged"]),
            _of(row["hostile ok"], row["hostile"]),
        )
    console.print(table)
    if not_run := sum(finding.entry.problem in finding.not_run for finding in findings):
        text = f"Not run, because there is no CUDA device: {not_run} of {len(findings)} entries."
        console.print(text)
    counted = "A correct entry counts for the problem in its name, or for its module."
    console.print(counted, style="dim")


def _in_its_name(entry: Entry) -> str:
    """Return the problem whose id begins a correct entry's name; its module if there is none."""
    named = [id_ for id_ in load_problems() if f"{entry.name}_".startswith(f"{id_}_")]
    return max(named, key=len, default=f"{entry.module}.py")


def _of(good: int, total: int) -> str:
    if not total:
        return ""
    return f"{good} of {total}" if good == total else f"[red]{good} of {total}[/]"


def write_caught_by(findings: list[Finding], corpus: Path) -> None:
    """Write beside the corpus which test caught each wrong entry; keep entries not examined."""
    file = corpus / CAUGHT_BY
    known = {entry.label: entry.caught_by for entry in load_corpus(corpus) if entry.caught_by}
    found = {f.entry.label: f.caught_by for f in findings if f.entry.kind == "wrong"}
    kept = {label: test for label, test in {**known, **found}.items() if test}
    write_whole(file, json.dumps(kept, indent=0, sort_keys=True) + "\n")


def write_json(
    findings: list[Finding], changes: list[str], seed: int, share: str, file: Path
) -> None:
    """Write all findings as JSON."""
    data = {
        "seed": seed,
        "share": share,
        "ok": not changes and not any(finding.shortcomings for finding in findings),
        "machine_changes": changes,
        "entries": list(map(finding_data, findings)),
    }
    write_whole(file, encode(data))
