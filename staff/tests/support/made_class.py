"""A class to test with: submissions, and a judge that reads in each one what to say of it.

A line `# verdict: <problem>=<outcome>` in adapters.py decides a problem; all others pass; lines
`# message: …` and `# raised: …` are in its failures. A line
`# judge: crash`, `crash once FILE`, `raise`, `sleep SECONDS`, `wait FILE`, `count FILE` or
`exec CODE` says what the judge does first.
"""

import csv
import io
import os
import random
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console

from cs336_staff.grading.batch import grade_class
from cs336_staff.judge import JudgeFailed
from cs336_staff.results.record import Student, build_results, write_results
from cs336_staff.results.verdict import Verdict, nothing_earned
from cs336_staff.uploads.discover import find_submissions
from tests.harness.plugin.failure import NO_DEVICE, Failure
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import Scores, TestRecord

HOSTILE = "<script>alert('x')</script><img src=x onerror=alert(1)>"
MISTAKEN = "def tensor_bytes(x):\n    return x.numel() * 4\n"
HINT = "eps is inside the square root"


def write_submission(folder: Path, *lines: str, modules: dict[str, str] | None = None) -> Path:
    """Write a submission whose verdict the lines say."""
    (folder / "cs336_basics").mkdir(parents=True)
    text = "".join(f"# {line}\n" for line in lines)
    (folder / "adapters.py").write_text(
        text + "def run_mfu(flops, seconds, promised):\n    return 1\n"
    )
    for name, source in (modules or {"memory": "def tensor_bytes(x):\n    return 4\n"}).items():
        (folder / "cs336_basics" / f"{name}.py").write_text(source)
    return folder


def write_zip(file: Path, *lines: str) -> Path:
    """Write a submission as a zip file."""
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("adapters.py", "".join(f"# {line}\n" for line in lines))
        archive.writestr("cs336_basics/memory.py", "def tensor_bytes(x):\n    return 4\n")
    return file


def make_uploads(folder: Path) -> Path:
    """Write a small class: good, middling, hostile, broken, in folders and zips."""
    folder.mkdir()
    write_submission(folder / "ada")
    write_submission(folder / "ben", "verdict: adam=failed", "verdict: adagrad=failed")
    write_submission(folder / "cleo", "verdict: adagrad=failed", f"message: {HOSTILE}")
    write_submission(folder / "=1+1 <b>dan</b> \u202e", "verdict: mfu=to do")
    write_zip(folder / "eve.zip", *(f"verdict: {id_}=to do" for id_ in load_problems()))
    (folder / "fay.zip").write_bytes(b"not a zip")
    (folder / "gus").mkdir()
    return folder


@contextmanager
def made_judge(seed: int) -> Iterator[Callable[[Path, int], Verdict]]:
    """Make the judge; nothing to load."""
    yield lambda submission, waiting: judge(submission, seed)


@contextmanager
def no_judge(seed: int) -> Iterator[None]:
    """Fail to make a judge."""
    raise JudgeFailed("no sandbox")
    yield


def judge(submission: Path, seed: int) -> Verdict:
    """Return the verdict that a submission asks for."""
    text = (submission / "adapters.py").read_text()
    for order in re.findall(r"^# judge: (.*)$", text, re.M):
        ended = _obey(*order.split())
        if ended != "completed":
            return Verdict(nothing_earned(ended, False), ended, ended, seed=seed)
    outcomes = dict(re.findall(r"^# verdict: (\w+)=(.+)$", text, re.M))
    said = "\n".join(re.findall(r"^# message: (.*)$", text, re.M))
    raised = "".join(re.findall(r"^# raised: (.*)$", text, re.M))
    seconds = 0.1 * sum(map(ord, text)) % 7
    return made_verdict(outcomes, said, raised, seconds, seed=seed)


def made_verdict(
    outcomes: dict[str, str],
    said: str = "",
    raised: str = "",
    seconds: float = 1.0,
    seed: int = 7,
    hints: dict[str, str] | None = None,
    cuda: bool = False,
) -> Verdict:
    """Return a verdict of two tests a problem with these outcomes; all other problems pass.

    A failure's hint is that of `hints` or HINT. Without `cuda`, the problems that need a device
    are not run.
    """
    records = []
    for id_, problem in load_problems().items():
        outcome = outcomes.get(id_, "passed")
        outcome = "not run" if problem.cuda and not cuda else outcome
        failure = {
            "passed": None,
            "failed": Failure(
                f"{said}\nexpected 4, got 5",
                ((hints or {}).get(id_, HINT),),
                raised_in=raised,
                section=problem.section,
            ),
            "to do": Failure(f"problem {id_}", stub=id_, section=problem.section),
            "not run": Failure("none", kind=NO_DEVICE),
        }[outcome]
        path = f"tests/test_{problem.module}.py::test_{id_}"
        records.append(TestRecord(f"{path}_of_a_small_case", id_, outcome, failure, 0.012))
        records.append(TestRecord(f"{path}_at_the_edges", id_, outcome, failure, 0.034))
    scores = Scores.of(load_problems(), records)
    return Verdict(scores, seconds=seconds, protection="a made judge", seed=seed)


def made_run(
    folder: Path,
    verdicts: dict[str, Verdict],
    students: dict[str, tuple[Student, ...]] | None = None,
) -> Path:
    """Write a folder of results, as a run without uploads would leave it."""
    for name, verdict in verdicts.items():
        results = build_results(name, verdict)
        results.extra_data.students = list((students or {}).get(name, ()))
        write_results(folder / name, results)
    return folder


def made_outcomes(number: int = 200) -> dict[str, dict[str, str]]:
    """Return a class: by name, the outcomes of the problems that do not pass; seeded."""
    draw = random.Random(336)
    problems = [id_ for id_, problem in load_problems().items() if not problem.cuda]
    return {
        f"s{n:03}": dict.fromkeys(draw.sample(problems, draw.randrange(8)), "failed")
        for n in range(number)
    }


def _obey(order: str, *words: str) -> str:
    """Do what a submission asks its judge to do; return how the judge ends, if it does."""
    if order == "sleep":
        time.sleep(float(words[0]))
    elif order == "count":
        with open(words[0], "a") as file:
            file.write("graded\n")
    elif order == "wait":  # for a job to be killed in, the first time
        if not os.path.exists(words[0]):
            open(words[0], "w").close()
            time.sleep(120)
    elif order == "until":  # a file is there
        deadline = time.monotonic() + 120
        while not os.path.exists(words[0]) and time.monotonic() < deadline:
            time.sleep(0.05)
    elif order == "exec":
        exec(" ".join(words))
    elif order == "raise":
        raise JudgeFailed("the judge's process ended")
    elif words and words[0] == "once":
        try:
            os.close(os.open(words[1], os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return "completed"
        return "killed by SIGKILL"
    else:
        return "killed by SIGKILL"
    return "completed"


def grade_made(path: Path, out: Path, console: Console | None = None, **arguments: Any):
    """Grade with the made judge and seed 7, quietly."""
    arguments = {"make_judge": made_judge, "seed": 7, **arguments}
    console = console or Console(file=io.StringIO())
    return grade_class(find_submissions(path), out, console=console, **arguments)


@contextmanager
def held_by_another_run(out: Path) -> Iterator[None]:
    """Hold a folder's lock in another process, which dies at the end."""
    code = (
        "import sys; from pathlib import Path; from cs336_staff.results.run_folder import locked\n"
    )
    code += "with locked(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", code, str(out)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as holder:
        assert holder.stdout and holder.stdout.readline() == b"held\n"
        try:
            yield
        finally:
            holder.kill()


def read_csv(out: Path) -> list[dict[str, str]]:
    """Return the rows of a folder's grades.csv."""
    with (out / "grades.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def count_gradings(file: Path) -> int:
    """Return how often `# judge: count FILE` was obeyed."""
    return len(file.read_text().splitlines()) if file.exists() else 0


def contents(out: Path) -> dict[Path, bytes]:
    """Return all files in a folder of results, but for its lock."""
    files = [path for path in out.rglob("*") if path.is_file() and path.name != ".lock"]
    return {path: path.read_bytes() for path in files}
