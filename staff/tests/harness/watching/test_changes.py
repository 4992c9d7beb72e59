"""What a saved change affects."""

import re

import pytest

from cs336_staff.paths import ROOT
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.submitted_files import read_files
from tests.harness.watching.changes import affected

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


def test_a_file_that_no_other_names_affects_nothing():
    user = {MODULE: SOURCE + b"from .scratch import x\n"}
    other = "cs336_basics/scratch.py"
    assert affected({MODULE: SOURCE}, {MODULE: SOURCE, other: b"x = 1\n"}) == []
    assert affected({MODULE: SOURCE, other: b"x = 1\n"}, {MODULE: SOURCE}) == []
    assert affected(user, {**user, other: b"x = 1\n"}) == list(load_problems())
    assert affected({}, {"cs336_basics/__init__.py": b""}) == list(load_problems())


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


@pytest.mark.parametrize("line", [b"def helper(x:", b"x = " + 7000 * b"-" + b"1\ndef helper(x):"])
def test_a_file_that_does_not_parse_affects_the_module(line):
    assert "tensor_bytes" in change(b"def helper(x):", line)


def test_changed_adapters_affect_everything():
    assert affected({"adapters.py": b""}, {"adapters.py": b"x"}) == list(load_problems())


def test_a_changed_file_in_a_folder_affects_everything(tmp_path):
    (tmp_path / "adapters.py").touch()
    folder = tmp_path / "cs336_basics" / "tools"
    folder.mkdir(parents=True)
    before = read_files(tmp_path)
    (folder / "memory.py").write_text("x = 1")
    assert affected(before, read_files(tmp_path)) == list(load_problems())


def test_a_changed_data_file_affects_everything_where_it_is_named(tmp_path):
    (tmp_path / "cs336_basics").mkdir()
    (tmp_path / "cs336_basics" / "throughput.py").write_text('FILE = "throughput.json"')
    for name, ids in (("throughput.json", list(load_problems())), ("notes.txt", [])):
        before = read_files(tmp_path)
        (tmp_path / "cs336_basics" / name).write_text('{"NVIDIA L4": 121}')
        assert affected(before, read_files(tmp_path)) == ids


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
        ("from optim import Adam", "Adam"),
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
    measured = {name for problem in problems.values() for name in problem.measures}
    files = (ROOT / "tests").glob("test_cuda_*.py")
    called = {name for file in files for name in re.findall(r"run_(\w+)\(", file.read_text())}
    assert called == measured
