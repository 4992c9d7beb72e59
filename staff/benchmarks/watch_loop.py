"""Drive `python -m tests.watch` from the first stub to full marks, and time it.

    python -m staff.benchmarks.watch_loop

In a pseudo-terminal, the reference's functions are copied into the stubs one by one. For each
problem it prints the seconds from the save to the verdict; for a few, a fresh pytest's beside.
"""

import argparse
import ast
import math
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import pexpect

from cs336_staff.audit.corpus import copy_reference
from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.release.student_copy import write_stubs
from tests.harness.plugin.problems import Problem, load_problems

from .measure import Benchmark, Ratio

COMPARED = (
    "tensor_bytes",
    "causal_mask",
    "masked_mean",
    "mfu",
    "num_parameters",
    "get_batch",
    "sgd",
)
REPEATS = 3


def save_to_verdict() -> Ratio:
    """Measure the seconds from a save that solves `mfu` to its verdict, in tests.watch."""
    with tempfile.TemporaryDirectory() as place:
        file = copy_reference(Path(place) / "student") / "cs336_basics" / "flops.py"
        solved = file.read_text(encoding="utf-8")
        stub = _parts((ROOT / "cs336_basics" / file.name).read_text(encoding="utf-8"))["mfu"]
        unsolved = solved.replace(_parts(solved)["mfu"], stub)
        _save(file, unsolved)
        terminal = _watch(file.parents[1])
        terminal.expect("next: ")
        seconds = []
        for _ in range(5):
            start = _save(file, solved)
            terminal.expect(r"mfu +\d+/\d+ +passed")
            seconds.append(time.perf_counter() - start)
            _save(file, unsolved)
            terminal.expect(r"mfu +0/\d+ +to do")
        _quit(terminal)
    return Ratio(median(seconds), 1.0, len(seconds), math.nan)


def main() -> None:
    """Solve every problem in turn, and print what each took."""
    summary = __doc__.splitlines()[0]
    argparse.ArgumentParser(
        "python -m staff.benchmarks.watch_loop", description=summary
    ).parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "student"
        write_stubs(folder)
        terminal = _watch(folder)
        terminal.expect("next: ")
        seconds = {}
        for problem in load_problems().values():
            if not problem.cuda:
                seconds[problem.id] = _solve(problem, folder, terminal)
                print(f"{problem.id:<28}{seconds[problem.id]:6.2f} s", flush=True)
        terminal.expect("every problem that runs without a GPU has passed")
        _quit(terminal)
        print(f"\nfull marks; from save to verdict: median {median(seconds.values()):.2f} s")
        ratios = []
        for id_ in COMPARED:
            fresh = median(_fresh(folder, id_) for _ in range(REPEATS))
            ratios.append(seconds[id_] / fresh)
            print(f"{id_:<28}{seconds[id_]:6.2f} s ÷ pytest {fresh:5.2f} s = {ratios[-1]:.2f}")
        print(f"median ratio {median(ratios):.2f}")


def _watch(folder: Path) -> pexpect.spawn:
    return pexpect.spawn(
        sys.executable,
        ["-m", "tests.watch", f"--submission={folder}"],
        cwd=str(ROOT),
        encoding="utf-8",
        timeout=120,
        dimensions=(60, 100),
    )


def _quit(terminal: pexpect.spawn) -> None:
    terminal.send("q")
    terminal.expect(pexpect.EOF)


def _save(file: Path, text: str) -> float:
    """Replace a file at once; return the time at which that began."""
    partial = file.with_suffix(".new")
    partial.write_text(text, encoding="utf-8")
    start = time.perf_counter()
    partial.replace(file)
    return start


def _solve(problem: Problem, folder: Path, terminal: pexpect.spawn) -> float:
    """Copy a problem's answer in, with what it needs; return the seconds to its verdict."""
    name = f"cs336_basics/{problem.module}.py"
    file, answers = folder / name, (SOLUTION / name).read_text(encoding="utf-8")
    text = _with_answers(file.read_text(encoding="utf-8"), answers, problem)
    start = _save(file, text)
    terminal.expect(rf"{problem.id} +\d+/\d+ +passed")
    return time.perf_counter() - start


def _with_answers(student: str, reference: str, problem: Problem) -> str:
    """Return a student's module with the reference's answer to one problem, and its helpers."""
    known = _parts(student)
    for name, text in _parts(reference).items():
        if name in problem.names and name in known:
            student = student.replace(known[name], text)
        elif name not in known:
            student += f"\n\n{text}\n"
    imports = [text for text in _imports(reference) if text not in student]
    header = re.match(r'(?s)""".*?"""\n', student)
    at = header.end() if header else 0
    return student[:at] + "\n".join(["", *imports, ""]) + student[at:]


def _parts(source: str) -> dict[str, str]:
    """Return the source text of each top-level function, class and constant by name."""
    parts = {}
    for node in ast.parse(source).body:
        names = [getattr(node, "name", "")]
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        for name in filter(None, names):
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
            parts[name] = "\n".join(source.splitlines()[first - 1 : node.end_lineno])
    return parts


def _imports(source: str) -> list[str]:
    nodes = (
        node for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)
    )
    return [ast.unparse(node) for node in nodes]


def _fresh(folder: Path, problem: str) -> float:
    start = time.perf_counter()
    command = [sys.executable, "-m", "pytest", f"--submission={folder}", f"--problems={problem}"]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    return time.perf_counter() - start


WATCH: dict[str, Benchmark] = {
    "save_to_verdict": Benchmark(save_to_verdict, 0.3, "one second; mfu, in tests.watch"),
}

if __name__ == "__main__":
    main()
