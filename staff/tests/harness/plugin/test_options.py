"""Errors of the student's pytest about options and about the list of problems."""

import pytest
from support.suite_runs import run_pytest, table

from tests.harness.plugin.problems import load_problems


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--submission=no/such/folder"], "there is no folder"),
        (["--submission=handout"], "has no adapters.py, so it earns no points"),
        ([f"--submission={'x' * 300}"], "there is no folder"),
        (["--submission=~nobody-of-that-name"], "there is no folder"),
        (["--explain=no_such_problem"], "no problem is named 'no_such_problem'"),
        (["--problems=mfu,nonsense"], "--problems: no problem is named 'nonsense'"),
        (["--problems=tensor_byte"], "did you mean tensor_bytes?"),
        (["--problems=mfu, nonsense gather"], "--problems: no problem is named 'nonsense'"),
        (["--problems=memory"], "no problem is named 'memory'; write --module memory"),
        (["--problems", "sgd", "mfu"], "mfu is a problem, not a file: write --problems sgd,mfu"),
        (["--problems=sgd", "--problems=adam", "mfu"], "write --problems adam,sgd,mfu"),
        (["--problems=sgd,", "mfu"], "mfu is a problem, not a file: write --problems sgd,mfu"),
        (["mfu"], "mfu is a problem, not a file: write --problems mfu"),
        (["cs336_basics/data.py"], "cs336_basics/data.py is no file of tests: write --module data"),
        (["test_data"], "test_data is no file of tests: write --module data"),
        (["--module=x"], "--module: there is no 'x'; the modules are memory, tensors, "),
        (["--module=dat"], "--module: there is no 'dat'; did you mean data?"),
        (["--module=data", "--explain=mfu"], "leave out --problems and --explain"),
        (["--module=data", "sgd"], "write --problems asynchronous_copy,get_batch,token_file,sgd"),
        (["--scores=no/such/scores.json"], "no/such/scores.json cannot be written: No such file"),
        (["--scores=tests"], "--scores: tests cannot be written: Is a directory"),
        ([f"--scores={'x' * 300}"], "cannot be written: File name too long"),
        (["--explain=mfu,gather"], "--explain takes one problem; --problems takes several"),
        (["--explain=MFU"], "did you mean mfu?"),
        (["--problem=training_days"], "did you mean training_flops?"),
        (["--explain=StridedView"], "did you mean view_metadata?"),
        (["--explain=run_sgd"], "did you mean sgd?"),
        (["--problems=mfu", "--explain=gather"], "--explain: gather is not among --problems"),
        (["--submission="], "--submission is empty: give it a value, or leave it out"),
        (["--problems=", "--scores=scores.json"], "--problems is empty"),
        (["--require-cuda"], "--require-cuda: "),
        (["--seed=-1"], "--seed: -1 is below 0"),
    ],
)
def test_bad_options_are_one_clear_error(arguments, complaint):
    if arguments == ["--require-cuda"]:
        torch = pytest.importorskip("torch")
        if torch.cuda.is_available():
            pytest.skip("this machine has a CUDA device")
    done = run_pytest(*arguments)
    assert done.returncode == 4
    assert complaint in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert "points" not in done.stdout


@pytest.mark.parametrize(
    ("name", "other"), [("adapters.py", "Adapters.py"), ("cs336_basics", "CS336_Basics")]
)
def test_a_name_with_other_capitals_is_named(stubs, name, other):
    (stubs / name).rename(stubs / other)
    done = run_pytest(f"--submission={stubs}", "--problems=mfu")
    assert done.returncode == 4
    assert f"{stubs} has no {name} (capitals count: it has {other})" in done.stderr


def test_a_disk_that_is_full_at_the_end_is_one_clear_error():
    done = run_pytest("--submission=staff/solution", "--problems=mfu", "--scores=/dev/full")
    assert done.returncode == 4
    assert "--scores: /dev/full cannot be written: No space left on device" in done.stderr
    assert table(done)["mfu"].endswith("passed")
    assert "Traceback" not in done.stdout + done.stderr


def test_a_module_is_all_of_its_problems_and_no_other():
    done = run_pytest("--submission=staff/solution", "--module", "cs336_basics/memory.py")
    assert done.returncode == 0
    module = {id_ for id_, problem in load_problems().items() if problem.module == "memory"}
    assert "memory_deltas" in module and "memory_deltas" in done.stdout
    assert table(done).keys() & load_problems().keys() >= module - {"memory_deltas"}
    assert not table(done).keys() & (load_problems().keys() - module)


def test_a_mistake_in_an_option_is_reported_before_torch_is_loaded(tmp_path, monkeypatch):
    (tmp_path / "torch.py").write_text("raise OSError('libtorch_cpu.so: not found')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = run_pytest("--problems=nonsense", fresh=True)
    assert done.returncode == 4
    assert done.stderr.splitlines()[0] == "ERROR: --problems: no problem is named 'nonsense'"
    done = run_pytest("--problems=mfu", fresh=True)
    assert done.returncode == 4 and "Traceback" not in done.stdout + done.stderr
    place = tmp_path / "torch.py"
    says = f"the tests cannot be loaded: {place}:1: OSError: libtorch_cpu.so: not found"
    assert done.stderr.strip() == f"ERROR: {says}"


def test_an_interrupt_while_torch_loads_ends_quietly(tmp_path, monkeypatch):
    (tmp_path / "torch.py").write_text("import os\nos.kill(os.getpid(), 2)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = run_pytest("--problems=mfu", fresh=True)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_the_tests_of_a_submission_do_not_run_in_the_place_of_ours(clone):
    done = run_pytest("--submission", str(clone), "--problems=mfu")
    assert done.returncode == 4 and done.stdout == ""
    assert "write it with an equals sign, --submission=DIR" in done.stderr
    done = run_pytest("--submission", "staff/solution", "--problems=mfu")
    assert done.returncode == 0 and table(done)["mfu"].endswith("passed")


@pytest.mark.parametrize("words", [["-n2"], ["-nauto", "--dist=loadfile"], ["--tx=2*popen"]])
def test_xdist_is_refused(words):
    done = run_pytest(*words, "--problems=mfu", fresh=True)
    assert done.returncode == 4 and "leave out the options of pytest-xdist" in done.stderr


def test_another_order_and_seeds_of_other_plugins_change_nothing(tmp_path, monkeypatch):
    plugin = """
import random

import numpy
import pytest
import torch


@pytest.hookimpl(tryfirst=True)  # as pytest-randomly does
def pytest_collection_modifyitems(items):
    random.Random(7).shuffle(items)


def pytest_runtest_call(item):
    for seed in (random.seed, numpy.random.seed, torch.manual_seed):
        seed(7)
"""
    (tmp_path / "shuffles.py").write_text(plugin)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    names = ["mfu", "init_weight", "get_batch", "adam"]  # in the handout's order
    words = ["--submission=staff/solution", f"--problems={','.join(names)}"]
    done = run_pytest("-pshuffles", *words, fresh=True)
    rows = {name: row for name, row in table(done).items() if name in names}
    assert list(rows) == names and all(row.endswith("passed") for row in rows.values())


def test_tests_in_processes_of_their_own_are_refused(tmp_path, monkeypatch):
    plugin = (
        "def pytest_addoption(parser):\n    parser.addoption('--forked', action='store_true')\n"
    )
    (tmp_path / "forks.py").write_text(plugin)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = run_pytest("-pforks", "--forked", "--problems=mfu", fresh=True)
    assert done.returncode == 4 and "leave out the options of pytest-xdist" in done.stderr
    done = run_pytest("-pforks", "--problems=mfu", "--collect-only", fresh=True)
    assert done.returncode == 0


def test_a_usage_error_has_no_table():
    done = run_pytest("-m", "no_such_marker")
    assert done.returncode == 4 and "no_such_marker" in done.stdout + done.stderr
    assert "not reached" not in done.stdout


def test_a_list_of_problems_with_a_mistake_is_one_clear_error(clone):
    file = clone / "tests" / "problems.toml"
    file.write_text(file.read_text().replace("points = 1", "pionts = 1", 1))
    for option in ("--problems=mfu", "--module=flops"):
        done = run_pytest(option, folder=clone)
        assert done.returncode == 4 and done.stdout == ""
        assert "problem 1, tensor_bytes: there is no pionts" in done.stderr
        assert "Traceback" not in done.stderr
