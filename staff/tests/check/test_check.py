"""`check` names each thing that a problem lacks, and how to mend it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cs336_staff.check import reference as checked
from cs336_staff.paths import ROOT
from tests.harness.plugin.problems import Problem

COMMAND = "from cs336_staff.cli import main; main()"
ROW_BYTES = """
[[problem]]
id = "row_bytes"
title = "Bytes of a row"
module = "memory"
section = "2.20"
points = 1
"""
PLACE = "staff/solution/cs336_basics/memory.py"
FUNCTION = '''
def row_bytes(x: Tensor) -> int:
    """Return the bytes of a row of x: of a 3 × 5 float32 matrix, 20.

    Args:
        x: a matrix, of shape rows × columns.

    Raises:
        ValueError: x is no matrix.

    Handout §2.20.
    """
    # BEGIN SOLUTION
    if x.dim() != 2:
        raise ValueError("x is no matrix")
    return x.shape[1] * x.element_size()
    # END SOLUTION
'''
CLASS = '''
class Row:
    """A row: Row(2) has 2 columns. Handout §2.20."""

    def __init__(self, columns: int) -> None:
        # BEGIN SOLUTION row_bytes
        self.columns = columns
        # END SOLUTION

    def sum(self, x: Float[Tensor, "rows columns"], dim: int) -> Tensor:
        """Return the sum of x.

        Args:
            columns, dim: two numbers.
        """
        # BEGIN SOLUTION row_bytes
        return x.sum(dim)
        # END SOLUTION
'''
PROBLEM = Problem("row_bytes", "Bytes of a row", "memory", "2.20", 1, deliverables=("row_bytes",))
ROW = Problem("row_bytes", "", "memory", "2.20", 1, deliverables=("Row.__init__", "Row.sum"))


def check(root: Path, *arguments: str) -> tuple[int, list[str]]:
    """Run the command of a clone; return its exit status and its lines."""
    path = os.pathsep.join([str(root / "staff"), str(root)])
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "check", *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout.splitlines()


def test_nothing_is_missing_here():
    assert check(ROOT) == (0, ["nothing is missing"])


def test_an_id_that_is_not_listed_is_what_is_missing():
    status, lines = check(ROOT, "mfuu")
    assert status == 1 and len(lines) == 2
    assert lines[0].startswith("mfuu: tests/problems.toml does not list it; add a [[problem]] with")
    assert lines[0].endswith("did you mean mfu?")


def test_a_problem_that_lacks_everything_hears_of_each_thing_once(clone):
    with (clone / "tests" / "problems.toml").open("a") as file:
        file.write(ROW_BYTES)
    status, lines = check(clone, "row_bytes")
    assert status == 1 and lines[-1] == "8 things are missing"
    starts = [
        f"{PLACE} has no row_bytes; write it, its answer between # BEGIN SOLUTION and",
        "staff/solution/adapters.py has no run_row_bytes; write it, with `from cs336_basics.memory",
        "no test scores it; write one in tests/test_memory.py, with @pytest.mark.problem(",
        "the corpus has no wrong entry; write a mistake: staff/corpus/wrong/memory/row_bytes_",
        "the corpus has no correct entry; write another right answer: staff/corpus/correct/memory/",
        'the handout has no #problem("row_bytes"); write it in handout/sections/02-*.typ',
        'the handout has no #deliver("row_bytes"); write it in handout/sections/02-*.typ',
        "handout/examples.toml has no example of it; add the lines to run: row_bytes = ",
    ]
    assert len(lines) == len(starts) + 1
    for line, start in zip(lines, starts, strict=False):
        assert line.startswith(f"row_bytes: {start}")


def test_a_problem_that_lost_its_parts_hears_of_these(clone):
    _replace(clone / "cs336_basics" / "throughput.py", r"\Z", "# a line more\n")
    _replace(clone / "staff" / "solution" / "adapters.py", "def run_time_matmul", "def run_it")
    _replace(clone / "handout" / "facts.json", '"time_matmul": ">>>', '"time_it": ">>>')
    status, lines = check(clone, "time_matmul")
    assert status == 1
    assert [line.partition(";")[0] for line in lines] == [
        "time_matmul: staff/solution/adapters.py has no run_time_matmul",
        "adapters.py: it is not the cut of staff/solution",
        "cs336_basics/throughput.py: it is not the cut of staff/solution",
        "time_matmul: handout/facts.json does not have its example",
        "4 things are missing",
    ]


def test_what_stops_a_check_is_a_line_of_its_own(clone):
    _replace(clone / "staff" / "solution" / "cs336_basics" / "model.py", "# END SOLUTION", "#")
    _replace(clone / "tests" / "test_model.py", r'problem\("cruncher"\)', 'problem("crunch")')
    for name in ("new", "newer"):
        (clone / "staff" / "corpus" / "wrong" / "model" / f"{name}.py").write_text("x = 1\n")
    _replace(clone / "handout" / "examples.toml", r"\A", "[\n")
    status, lines = check(clone, "mfu")
    assert status == 1 and len(lines) == 6
    assert re.match(r"staff/solution: .*model\.py:\d+: BEGIN SOLUTION inside the one of", lines[0])
    assert re.match(
        r"tests: .*test_model.* no problem is named 'crunch'; did you mean cruncher\?", lines[1]
    )
    for name, line in zip(("new", "newer"), lines[2:], strict=False):
        assert re.match(rf"staff/corpus: .*{name}\.py: it needs a line “problem: <id>”", line)
    assert re.match(r"handout/examples\.toml: it is no TOML: .*line 1", lines[4])


def _replace(file: Path, old: str, new: str) -> None:
    text, count = re.subn(old, new, file.read_text(encoding="utf-8"))
    assert count, f"{file} has no {old}"
    file.write_text(text, encoding="utf-8")


@pytest.fixture
def whats(monkeypatch, tmp_path):
    """Return what a problem lacks in a reference with this source."""
    monkeypatch.setattr(checked, "ROOT", tmp_path)
    monkeypatch.setattr(checked, "SOLUTION", tmp_path / "staff" / "solution")
    (tmp_path / PLACE).parent.mkdir(parents=True)

    def lacks(problem: Problem, source: str) -> list[str]:
        (tmp_path / PLACE).write_text(source, encoding="utf-8")
        return [lack.what for lack in checked.reference_lacks(problem)]

    return lacks


def test_a_complete_function_and_a_complete_class_lack_nothing(whats):
    assert whats(PROBLEM, FUNCTION) == []
    assert whats(ROW, CLASS) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (r"row_bytes", "bytes_of_row", f"{PLACE} has no row_bytes"),
        (r"return x", "return return", f"{PLACE} is no Python"),
        (r" *# (BEGIN|END) SOLUTION\n", "", f"row_bytes in {PLACE} has no answer to cut"),
        (r' *"""(.|\n)*"""', "", f"row_bytes in {PLACE} has no docstring"),
        (r": of a 3 .*20", "", f"row_bytes in {PLACE} has no example"),
        (r" x: a matrix.*", "", f"row_bytes in {PLACE} says nothing of x"),
        (r", of shape.*", "", f"row_bytes in {PLACE} says no shape of x"),
        (r"Raises:", "", f"row_bytes in {PLACE} raises errors of which its docstring is silent"),
        (r"§2\.20", "§2.21", f"row_bytes in {PLACE} names no section"),
    ],
)
def test_what_a_function_lacks_is_named(whats, old, new, says):
    changed, count = re.subn(old, new, FUNCTION)
    assert count
    assert whats(PROBLEM, changed) == [says]


def test_what_a_class_lacks_is_named(whats):
    assert whats(ROW, CLASS.replace("def sum", "def mean")) == [f"{PLACE} has no Row.sum"]
    unmarked = CLASS.replace("# BEGIN SOLUTION row_bytes\n        return", "return")
    unmarked = re.sub(r"(return .*\n) *# END SOLUTION", r"\1", unmarked)
    assert whats(ROW, unmarked) == [f"Row.sum in {PLACE} has no answer to cut"]


def test_a_module_that_is_not_there_is_named(whats, tmp_path):
    whats(PROBLEM, FUNCTION)
    (tmp_path / PLACE).unlink()
    assert [lack.what for lack in checked.reference_lacks(PROBLEM)] == [f"there is no {PLACE}"]
