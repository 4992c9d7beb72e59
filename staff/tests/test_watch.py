"""The watch loop: what a saved change affects, and the loop itself in a terminal."""

import os
import re
import shutil
import sys

import pexpect
import pytest

from cs336_staff.paths import ROOT, SOLUTION
from tests.harness import warm
from tests.harness.changes import affected, read_files
from tests.harness.problems import load_problems
from tests.harness.progress import FILE_NAME, Progress

MODULE = "cs336_basics/memory.py"
SOURCE = b"""import math

def helper(x):
    return x

def tensor_bytes(x):
    return helper(x)

def storage_bytes(x):
    return 1

def load_checkpoint(x):
    return 2
"""


def change(old, new, module=MODULE):
    return affected({module: SOURCE}, {module: SOURCE.replace(old, new)})


def test_a_changed_function_affects_its_problem():
    assert change(b"return 1", b"return 2") == ["storage_bytes"]


def test_a_changed_helper_affects_those_that_use_it():
    assert change(b"    return x\n", b"    return -x\n") == ["tensor_bytes"]


def test_a_comment_affects_nothing():
    assert change(b"return 1", b"return 1  # one") == []


def test_a_changed_import_or_constant_affects_those_that_use_it():
    source = SOURCE.replace(b"return 1", b"return math.pi + E")
    before, after = source + b"E = 1\n", source.replace(b"import math", b"import cmath as math")
    assert affected({MODULE: source}, {MODULE: after}) == ["storage_bytes"]
    assert affected({MODULE: source}, {MODULE: before}) == ["storage_bytes"]
    assert affected({MODULE: before}, {MODULE: before + b"import math\n"}) == []


@pytest.mark.parametrize("line", [b"math.pi = 3", b"print()", b"from math import *", b"a, b.c = 1"])
def test_a_statement_that_does_more_affects_the_module(line):
    everything = [id_ for id_, problem in load_problems().items() if problem.module == "memory"]
    assert affected({MODULE: SOURCE}, {MODULE: SOURCE + line}) == everything


def test_a_file_that_does_not_parse_affects_the_module():
    assert "tensor_bytes" in change(b"def helper(x):", b"def helper(x:")


def test_changed_adapters_affect_everything():
    assert affected({"adapters.py": b""}, {"adapters.py": b"x"}) == list(load_problems())


def test_a_second_function_of_a_problem_affects_it():
    module = "cs336_basics/checkpoint.py"
    assert change(b"return 2", b"return 3", module) == ["save_checkpoint"]


def test_progress_is_kept_and_survives_damage(tmp_path):
    progress = Progress.load(tmp_path)
    row = {"id": "mfu", "status": "passed", "message": ""}
    assert progress.update([row]) == ["mfu"]
    assert progress.update([row]) == []
    assert Progress.load(tmp_path).status("mfu") == "passed"
    (tmp_path / FILE_NAME).write_text("[damaged")
    assert Progress.load(tmp_path).status("mfu") == "to do"


def test_where_there_is_no_fork_a_run_is_a_fresh_process(monkeypatch):
    monkeypatch.setattr(warm, "_CAN_FORK", False)
    monkeypatch.setattr(warm, "_in_fork", None)
    run = warm.run_suite(SOLUTION, 336, ("--problems=mfu",))
    assert run.ended == "completed"
    assert run.scores is not None and run.scores["points"] == 1


@pytest.fixture
def stubs(tmp_path):
    folder = tmp_path / "student"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "cs336_basics", folder / "cs336_basics", ignore=ignored)
    shutil.copy(ROOT / "adapters.py", folder)
    return folder


def function(source, name):
    return re.search(rf"^def {name}\(.*?(?=^def |^class |\Z)", source, re.M | re.S)[0]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_the_loop_from_a_saved_file_to_the_next_problem(stubs):
    command = ["-m", "tests.watch", f"--submission={stubs}"]
    terminal = pexpect.spawn(
        sys.executable,
        command,
        cwd=str(ROOT),
        env={**os.environ, "BROWSER": "true"},
        encoding="utf-8",
        timeout=120,
        dimensions=(40, 90),
    )
    terminal.expect("next: tensor_bytes")
    file = stubs / MODULE
    stub = function(file.read_text(), "tensor_bytes")
    answer = function((SOLUTION / MODULE).read_text(), "tensor_bytes")

    file.write_text(file.read_text().replace(stub, answer.replace("element_size()", "ndim")))
    terminal.expect(r"tensor_bytes +0/1 +failed")
    terminal.expect("called: run_tensor_bytes")
    for key, shown in {
        "h": r"tensor_bytes\r\n +.*expected",
        "f": r"tensor_bytes +0/1 +failed",
        "o": r"handout §2.1: .*handout.pdf",
        "a": r"train +0/2 +to do",
    }.items():
        terminal.send(key)
        terminal.expect(shown)
    file.write_text(file.read_text().replace("x.ndim", "x.element_size()"))
    terminal.expect(r"tensor_bytes +1/1 +passed")
    terminal.expect("1 of 80 points so far")
    terminal.expect("next: storage_bytes")
    terminal.send("n")
    terminal.expect(r"storage_bytes +0/1 +to do +handout §")
    terminal.send("q")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    assert Progress.load(stubs).status("tensor_bytes") == "passed"
    assert read_files(stubs).keys() >= {"adapters.py", MODULE}
