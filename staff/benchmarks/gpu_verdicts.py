"""Repeat the verdicts that need a device: the reference's, and those of the corpus's CUDA entries.

What tells most comes first, for whoever has a device for minutes: the reference in the sandbox,
where nothing works if CUDA does not start; once in pytest; every entry once; then all of it again.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cs336_staff import paths  # puts the repository's root on the path
from cs336_staff.corpus import CAUGHT_BY, load_corpus
from staff.benchmarks.measure import staff_command
from tests.harness.problems import load_problems

SEEDS, AUDITS = 20, 5
LOG = "verdicts.log"
Row = dict[str, Any]


def verdicts(out: Path, known: Sequence[Row]) -> Iterator[Row]:
    """Yield a row for each run; what the runs print goes to a log in `out`, line by line.

    Args:
        out: the folder of the figures.
        known: rows of a run that was cut off, which are not taken again.
    """
    rows = {row["what"]: row for row in known}
    with tempfile.TemporaryDirectory() as folder:
        corpus = cuda_entries(Path(folder) / "corpus")
        for what, take in _runs(out.resolve() / LOG, Path(folder), corpus):
            start = time.monotonic()
            row = rows.get(what) or {"what": what, **take()}
            yield {"seconds": round(time.monotonic() - start), **row}


def _runs(log: Path, folder: Path, corpus: Path) -> Iterator[tuple[str, Callable[[], Row]]]:
    """Yield what to run, by name, in order."""
    yield "reference in the sandbox", lambda: _graded(log, folder)
    for seed in range(SEEDS):
        yield f"reference, seed {seed}", lambda seed=seed: _tested(log, folder, seed)  # type: ignore[misc]
        every = SEEDS // AUDITS
        if seed % every == 0:
            number = seed // every
            yield f"CUDA entries, run {number}", lambda: _audited(log, folder, corpus)


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


def _of_the_reference(found: dict[str, Any], last: str) -> Row:
    tests = found.get("tests", [])
    return {
        "points": f"{found.get('points')} of {found.get('possible')}",
        "short": [f"{t['id']}: {t['message']}" for t in tests if t["outcome"] == "failed"],
        "not run": [f"{t['id']}: {t['message']}" for t in tests if t["outcome"] == "not run"],
        **({} if found else {"said": last}),
    }


def _audited(log: Path, folder: Path, corpus: Path) -> Row:
    file = folder / "audit.json"
    words = ("audit", f"--corpus={corpus}", f"--json={file}", "--jobs=1")
    code, found, last = _run_and_read(staff_command(*words), file, log)
    entries = found.get("entries", [])
    short = [f"{row['entry']}: {row['shortcomings']}" for row in entries if not row["ok"]]
    left_out = [row["entry"] for row in entries if row["problem"] in row["not_run"]]
    return {
        "exit code": code,
        "points": f"{len(entries)} entries, {len(short)} short, {len(left_out)} not run",
        "short": short,
        "not run": left_out,
        **({} if found else {"said": last}),
    }


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


def cuda_entries(folder: Path) -> Path:
    """Make a corpus of the entries of CUDA problems alone; return the folder."""
    problems = load_problems()
    for entry in load_corpus():
        if entry.problem and problems[entry.problem].cuda:
            target = folder / entry.path.relative_to(paths.CORPUS)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(entry.path, target)
    shutil.copy(paths.CORPUS / CAUGHT_BY, folder)
    return folder
