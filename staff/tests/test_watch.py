"""The watch loop: what a saved change affects, and the loop itself in a terminal."""

import os
import re
import subprocess
import sys

import pexpect
import pytest
import torch
from suite_runs import append

from cs336_staff.paths import ROOT, SOLUTION
from tests.harness.changes import MEASURES, affected, read_files
from tests.harness.keys import read_key
from tests.harness.problems import load_problems
from tests.harness.progress import FILE_NAME, Progress
from tests.watch import Watch

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


def test_a_changed_file_in_a_folder_affects_everything(tmp_path):
    (tmp_path / "adapters.py").touch()
    folder = tmp_path / "cs336_basics" / "tools"
    folder.mkdir(parents=True)
    before = read_files(tmp_path)
    (folder / "memory.py").write_text("x = 1")
    assert affected(before, read_files(tmp_path)) == list(load_problems())


def test_what_is_registered_affects_the_function_it_is_registered_with():
    registered = b"\n@tensor_bytes.register\ndef _(x): return 77"
    before = SOURCE + registered
    after = before.replace(b"77", b"78")
    assert affected({MODULE: before}, {MODULE: after}) == ["tensor_bytes"]


def test_a_second_function_of_a_problem_affects_it():
    module = "cs336_basics/checkpoint.py"
    assert change(b"return 2", b"return 3", module) == ["save_checkpoint"]


OPTIM = "cs336_basics/optim.py"
TRAINING = "cs336_basics/training.py"


@pytest.mark.parametrize(
    ("imported", "used"),
    [
        ("from cs336_basics.optim import Adam", "Adam"),
        ("from .optim import Adam as Optimizer", "Optimizer"),
        ("from .optim import *", "Adam"),
        ("from . import optim", "optim.Adam"),
        ("from cs336_basics import optim as o", "o.Adam"),
        ("import cs336_basics.optim", "cs336_basics.optim.Adam"),
        ("X = 1", "from cs336_basics.optim import Adam"),
    ],
)
def test_a_change_affects_what_imports_it(imported, used):
    training = f"{imported}\n\ndef train(config):\n    {used}\n\ndef seed_everything(seed): 0"
    optim = "def _mean(x): return 1\n\nclass Adam:\n    mean = _mean\n\nclass SGD:\n    x = 1"
    before = {OPTIM: optim.encode(), TRAINING: training.encode()}
    after = {**before, OPTIM: optim.replace("return 1", "return 2").encode()}
    module = [id_ for id_, problem in load_problems().items() if problem.module == "training"]
    all_names = "*" in imported
    assert affected(before, after) == ["adam", *(module if all_names else ["train"])]


def test_a_change_does_not_affect_what_imports_another_name():
    training = b"from .optim import Adam\n\ndef train(config): Adam"
    before = {OPTIM: b"class Adam: x = 1\n\nclass SGD: x = 1", TRAINING: training}
    after = {**before, OPTIM: b"class Adam: x = 1\n\nclass SGD: x = 2"}
    assert affected(before, after) == ["sgd"]


def test_two_changed_files_affect_the_problems_of_both():
    before = {MODULE: SOURCE, OPTIM: b"class Adam: x = 1"}
    after = {MODULE: SOURCE.replace(b"return 1", b"return 2"), OPTIM: b"class Adam: x = 2"}
    assert affected(before, after) == ["storage_bytes", "adam"]


def test_a_change_goes_through_a_module_between():
    data = b"from .memory import helper\n\ndef get_batch(x): helper(x)"
    training = b"from .data import get_batch\n\ndef train(config): get_batch"
    before = {MODULE: SOURCE, "cs336_basics/data.py": data, TRAINING: training}
    after = {**before, MODULE: SOURCE.replace(b"    return x\n", b"    return -x\n")}
    assert affected(before, after) == ["tensor_bytes", "get_batch", "train"]


def test_every_cuda_problem_says_what_it_measures():
    problems = load_problems()
    assert MEASURES.keys() == {id_ for id_, problem in problems.items() if problem.cuda}
    for id_, measured in MEASURES.items():
        assert {problems[name].module for name in measured} == {problems[id_].module}
    files = (ROOT / "tests").glob("test_cuda_*.py")
    called = {name for file in files for name in re.findall(r"run_(\w+)\(", file.read_text())}
    assert called == set().union(*MEASURES.values())


def test_a_run_has_the_cuda_problems_that_measure_it(stubs, capsys):
    watch = Watch(stubs, 336)
    watch.run(["get_batch"])
    assert "asynchronous_copy" in watch.progress.rows
    assert ("asynchronous_copy" in capsys.readouterr().out) == torch.cuda.is_available()


def test_a_run_that_the_submission_ends_is_told(stubs, capsys):
    with (stubs / MODULE).open("a") as file:
        file.write("import os\nos._exit(0)\n")
    Watch(stubs, 336).run(["tensor_bytes"])
    assert "the run gave no verdict: your code ended it" in capsys.readouterr().out


def test_a_failure_is_headed_by_its_problem_which_is_next(stubs, capsys):
    append(stubs, "def mfu(flops, seconds, promised): return 2.0\n", "cs336_basics/flops.py")
    Watch(stubs, 336).run(["mfu", "training_flops"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[lines.index("mfu") + 1].startswith("    ")
    assert lines[-1].startswith("next: mfu, ")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_save_starts_an_endless_run_anew(stubs):
    command = ["-m", "tests.watch", f"--submission={stubs}"]
    terminal = pexpect.spawn(
        sys.executable, command, cwd=str(ROOT), encoding="utf-8", timeout=50, dimensions=(40, 90)
    )
    terminal.expect("next: tensor_bytes")
    append(stubs, "def tensor_bytes(x):\n    while True: pass\n")
    terminal.expect("still running; save again to start over")
    append(stubs, "def storage_bytes(x): return 0\n")
    terminal.expect("still running")
    append(stubs, "def tensor_bytes(x): return x.numel() * x.element_size()\n")
    terminal.expect(r"tensor_bytes +1/1 +passed")
    terminal.expect(r"storage_bytes +0/1 +failed")
    terminal.send("q")
    terminal.expect(pexpect.EOF)


def test_points_on_a_device_are_of_those_that_ran_on_it(stubs, capsys):
    watch = Watch(stubs, 336)
    watch.progress.update([{"id": "memory_deltas", "status": "passed", "message": ""}])
    watch._show_standing()
    assert "4 of 84 points so far" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="keys of a pipe are for POSIX")
def test_keys_are_read_one_at_a_time_to_the_end_of_the_input(monkeypatch):
    reading, writing = os.pipe()
    with os.fdopen(reading) as end:
        monkeypatch.setattr(sys, "stdin", end)
        assert read_key(0) is None
        os.write(writing, b"hq")
        assert [read_key(0), read_key(0), read_key(0)] == ["h", "q", None]
        os.write(writing, b"\x04")
        assert read_key(0) == ""
        os.close(writing)
        assert read_key(0) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell of the end")
def test_the_loop_ends_with_its_input(stubs):
    command = [sys.executable, "-m", "tests.watch", f"--submission={stubs}"]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, timeout=60)
    assert done.returncode == 0


def test_progress_is_kept_and_survives_damage(tmp_path):
    progress = Progress.load(tmp_path)
    row = {"id": "mfu", "status": "passed", "message": ""}
    assert progress.update([row]) == ["mfu"]
    assert progress.update([row]) == []
    assert Progress.load(tmp_path).status("mfu") == "passed"
    (tmp_path / FILE_NAME).write_text("[damaged")
    assert Progress.load(tmp_path).status("mfu") == "to do"


def test_who_wants_no_colour_gets_none(stubs, capsys, monkeypatch):
    watch = Watch(stubs, 1)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    watch._say("failed", "31")
    monkeypatch.setenv("NO_COLOR", "1")
    watch._say("failed", "31")
    assert capsys.readouterr().out == "\x1b[31mfailed\x1b[0m\nfailed\n"


def test_progress_that_cannot_be_written_ends_no_loop(tmp_path):
    progress = Progress.load(tmp_path / "no folder")
    assert progress.update([{"id": "mfu", "status": "passed", "message": ""}]) == ["mfu"]
    assert progress.status("mfu") == "passed"


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
    terminal.send("hq")
    terminal.expect(r"storage_bytes\r\n +problem storage_bytes: see")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    assert Progress.load(stubs).status("tensor_bytes") == "passed"
    assert read_files(stubs).keys() >= {"adapters.py", MODULE}


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_ctrl_c_while_torch_loads_ends_it_quietly():
    terminal = pexpect.spawn(
        sys.executable, ["-m", "tests.watch"], cwd=str(ROOT), encoding="utf-8", timeout=120
    )
    terminal.expect("loading torch …")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    assert terminal.before.split() == ["^C"]
