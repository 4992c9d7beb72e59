"""Repeat the verdicts that need a device, on the reference and on the corpus's CUDA entries.

What tells most comes first, for whoever has a device for minutes: the command that grades, where
nothing works if CUDA does not start in the sandbox; once in pytest; every entry once; then all of
it again. Judges are slow to start, so one is kept for all that is judged in the sandbox.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from cs336_staff import paths  # puts the repository's root on the path
from cs336_staff.audit.corpus import Entry, load_corpus
from cs336_staff.audit.examine import JudgeProblems, audit
from cs336_staff.audit.report import finding_data
from cs336_staff.judge import JudgeSettings
from cs336_staff.judge.pool import judging
from cs336_staff.results.typed_json import to_data
from staff.benchmarks.measure import staff_command
from tests.harness.checks.timing import LAUNCH_SECONDS
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import FAILED, NOT_RUN, TestRecord

IN_PYTEST, IN_SANDBOX, AUDITS = 20, 10, 5
LOG = "verdicts.log"
Row = dict[str, Any]


def verdicts(out: Path, known: Sequence[Row]) -> Iterator[Row]:
    """Yield a row for each run; what the runs print goes to a log in `out`, line by line.

    Args:
        out: the folder of the figures.
        known: rows of a run that was cut off, which are not taken again.
    """
    rows = {row["what"]: row for row in known}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        judge = cache(lambda: stack.enter_context(cuda_judge()))  # started when first used
        for what, take in _runs(out.resolve() / LOG, Path(folder), judge):
            start = time.monotonic()
            row = rows.get(what) or {"what": what, **take()}
            yield {"seconds": round(time.monotonic() - start), **row}


@contextmanager
def cuda_judge() -> Iterator[JudgeProblems]:
    """Run a judge that has a device."""
    with judging(JudgeSettings(seed=0, require_cuda=True, parts=1)) as grade:
        yield lambda submission, problems, shortcut: grade(
            submission, problems=problems, shortcut=shortcut
        )


def _runs(
    log: Path, folder: Path, judge: Callable[[], JudgeProblems]
) -> Iterator[tuple[str, Callable[[], Row]]]:
    """Yield what to run, by name, in order."""
    yield "reference graded", lambda: _graded(log, folder)
    for number in range(AUDITS):
        for seed in range(number, IN_PYTEST, AUDITS):
            yield f"reference in pytest, seed {seed}", lambda seed=seed: _tested(log, folder, seed)  # type: ignore[misc]
        for run in range(number, IN_SANDBOX, AUDITS):
            yield f"reference in the sandbox, run {run}", lambda: judged_reference(judge())
        yield f"CUDA entries, run {number}", lambda: judged_entries(judge(), log)


def _graded(log: Path, folder: Path) -> Row:
    out = folder / "results"
    words = ("grade", str(paths.SOLUTION), f"--out={out}", "--seed=0", "--require-cuda")
    results = out / paths.SOLUTION.name / "results.json"
    code, found, last = _run_and_read(staff_command(*words), results, log)
    return {"exit code": code, **_of_the_reference(found.get("extra_data", {}), last)}


def _tested(log: Path, folder: Path, seed: int) -> Row:
    scores = folder / "scores.json"
    command = [sys.executable, "-m", "pytest", "-m", "cuda", "--require-cuda", f"--seed={seed}"]
    command += [f"--submission={paths.SOLUTION}", f"--scores={scores}"]
    code, found, last = _run_and_read(command, scores, log)
    return {"exit code": code, **_of_the_reference(found, last)}


def _run_and_read(command: list[str], file: Path, log: Path) -> tuple[int, dict[str, Any], str]:
    """Run a command; return its exit code, what it wrote, and the last line that it printed.

    What is printed goes to the log as it comes: of a run that is cut off it is all there is.
    """
    file.unlink(missing_ok=True)
    with log.open("a", encoding="utf-8") as output:
        print("$", *command, file=output, flush=True)
        done = subprocess.run(
            command, cwd=paths.ROOT, stdout=output, stderr=subprocess.STDOUT, check=False
        )
    last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-1]
    found = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return done.returncode, found, last


def judged_reference(judge: JudgeProblems) -> Row:
    """Judge the CUDA problems of the reference in the sandbox."""
    ids = [problem.id for problem in load_problems().values() if problem.cuda]
    verdict = judge(paths.SOLUTION, ids, None)
    found = {**verdict.scores.to_dict(), "measured": list(map(asdict, verdict.measured))}
    row = _of_the_reference(found, "")
    return {"exit code": int(bool(row["short"] or row["not run"])), **row}


def _of_the_reference(found: dict[str, Any], last: str) -> Row:
    tests = [TestRecord.from_dict(test) for test in found.get("tests", [])]
    return {
        "points": f"{found.get('points')} of {found.get('possible')}",
        "short": [f"{t.id}: {t.text}" for t in tests if t.outcome == FAILED],
        "not run": [f"{t.id}: {t.text}" for t in tests if t.outcome == NOT_RUN],
        "measured": found.get("measured", []),
        **({} if found else {"said": last}),
    }


def judged_entries(judge: JudgeProblems, log: Path) -> Row:
    """Have the entries of CUDA problems judged in the sandbox."""
    found = []
    with log.open("a", encoding="utf-8") as output:
        for finding in audit(cuda_entries(), judge, jobs=1):
            found.append(finding)
            line = json.dumps(to_data(finding_data(finding)))
            print(time.strftime("%T"), line, file=output, flush=True)
    short = [f"{row.entry.label}: {row.shortcomings}" for row in found if row.shortcomings]
    left_out = [row.entry.label for row in found if row.entry.problem in row.not_run]
    return {
        "exit code": int(bool(short or left_out)),
        "points": f"{len(found)} entries, {len(short)} short, {len(left_out)} not run",
        "short": short,
        "not run": left_out,
    }


def cuda_entries() -> list[Entry]:
    """Return the entries of CUDA problems."""
    problems = load_problems()
    return [entry for entry in load_corpus() if entry.problem and problems[entry.problem].cuda]


def spreads(rows: Iterable[Row]) -> list[Row]:
    """Return what the tests bound, as it came out for the reference, from the rows of its runs."""
    seen: dict[str, list[float]] = {}
    for row in rows:
        for name, value in _ratios(row.get("measured", [])):
            seen.setdefault(name, []).append(value)
    return [
        {
            "what": name,
            "median": float(f"{statistics.median(values):.3g}"),
            "least": float(f"{min(values):.3g}"),
            "most": float(f"{max(values):.3g}"),
            "runs": len(values),
        }
        for name, values in seen.items()
    ]


def _ratios(measured: Iterable[Row]) -> Iterator[tuple[str, float]]:
    matmuls = {}
    for row in measured:
        name, own = f"{row['name']}, {row['dtype']}", row["own"]
        more = row["more"]
        if "spent" in more:
            matmuls[row["dtype"]] = row
            yield f"{name}: claimed ÷ own", row["seconds"] / own
            yield f"{name}: spent ÷ own", more["spent"] / own
            yield f"{name}: claimed ÷ spent", row["seconds"] / more["spent"]
        else:
            yield f"{name}: time ÷ own", row["seconds"] / own
            yield f"{name}: crossing, seconds", more["crossing"]
            yield f"{name}: quartiles of crossing ÷ own", more["crossing_spread"] / own
            yield f"{name}: distance ÷ what is allowed to rounding", more["of_rounding"]
    if len(matmuls) == 2:
        low, full = matmuls["bfloat16"], matmuls["float32"]
        ratio = full["seconds"] / max(low["seconds"] - LAUNCH_SECONDS, low["own"])
        yield "bf16 ÷ fp32 of the claims ÷ own", ratio / (full["own"] / low["own"])
