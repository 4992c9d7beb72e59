"""The student's pytest prints the table, the next step, and a failure in full."""

import json
import re
import subprocess
import sys

import pytest
import torch
from support.suite_runs import append, messages, run_pytest, status, table

from cs336_staff.paths import ROOT, SOLUTION
from tests.harness.plugin.device import no_cuda_reason
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import FAILED
from tests.harness.plugin.submitted_files import MAX_DATA_BYTES


def test_a_read_only_memory_map_makes_no_warning(reference):
    code = "right = get_batch\n\ndef get_batch(dataset, *rest):\n    torch.from_numpy(dataset)\n"
    append(reference, f"{code}    return right(dataset, *rest)\n", "cs336_basics/data.py")
    done = run_pytest(f"--submission={reference}", "-k", "test_get_batch_of_a_memory_map")
    assert done.returncode == 0 and "arning" not in done.stdout


def test_who_leaves_the_debugger_ends_the_run(reference):
    append(reference, "def tensor_bytes(x):\n    breakpoint()\n")
    command = [sys.executable, "-m", "pytest", f"--submission={reference}"]
    command += ["--problems=tensor_bytes", "-pno:cacheprovider"]
    done = subprocess.run(command, cwd=ROOT, input="q\n" * 9, capture_output=True, text=True)
    assert done.stdout.count("(Pdb)") == 1 and "Quitting debugger" in done.stdout
    assert "0 of 1 point" not in done.stdout


def test_a_run_that_stops_early_says_what_it_did_not_reach(reference, tmp_path):
    append(reference, "def mfu(*arguments):\n    return 0\n", "cs336_basics/flops.py")
    scores = tmp_path / "scores.json"
    order = "--problems=causal_mask,get_batch,mfu,max_parameters"
    done = run_pytest(f"--submission={reference}", "-x", order, f"--scores={scores}")
    rows = table(done)
    assert rows["max_parameters"] == rows["causal_mask"] == "1/1 passed"
    assert rows["mfu"] == "0/1 failed 1 failed of 1 run, 2 not run"
    assert "get_batch" not in rows
    assert "not reached, 6 points apart: 1 of 4 problems" in done.stdout
    assert "2 of 3 points" in done.stdout
    kept = json.loads(scores.read_text())
    assert (kept["points"], kept["possible"]) == (2, 9)
    assert {row["id"]: row["status"] for row in kept["problems"]}["get_batch"] == FAILED


def test_tests_run_in_the_order_of_the_handout_and_of_their_files():
    collected = run_pytest("--collect-only").stdout.split()
    files = [line.partition("::")[0] for line in collected if "::" in line]
    assert files[0] == "tests/test_memory.py" and len(files) > 200
    order = [line for line in collected if "::test_get_batch" in line]
    assert order[0] == "tests/test_data.py::test_get_batch_of_every_integer_dtype"
    assert order == sorted(order, key=lambda line: line.partition("::")[0])
    done = run_pytest("-x")
    assert "Next: tensor_bytes" in done.stdout and "not reached" in done.stdout


def test_a_test_that_is_interrupted_has_not_failed(reference):
    ctrl_c = "raise KeyboardInterrupt"  # a real one may come a little later
    append(reference, f"def mfu(*arguments):\n    {ctrl_c}\n", "cs336_basics/flops.py")
    done = run_pytest(f"--submission={reference}", "--problems=get_batch,mfu,max_parameters")
    assert table(done)["max_parameters"] == "1/1 passed"
    assert "failed" not in done.stdout
    assert "not reached, 7 points apart: 2 of 3 problems" in done.stdout


def test_a_problem_of_which_some_tests_ran_claims_no_points(tmp_path):
    def check(problem, *arguments):
        done = run_pytest(f"--submission={SOLUTION}", *arguments, cache=tmp_path / "cache")
        points = load_problems()[problem].points
        assert re.match(rf"–/{points} in part \d+ of \d+ tests passed", table(done)[problem])
        assert " of 0 points" not in done.stdout
        command = f"    pytest --problems {problem} --submission={SOLUTION}"
        assert command in done.stdout.splitlines()

    check("sgd", "tests/test_optim_state.py::test_plain_sgd")
    check("get_batch", "tests/test_data.py")
    kept = tmp_path / "cache" / "v" / "cache" / "lastfailed"
    kept.write_text('{"tests/test_optim_state.py::test_plain_sgd": true}')
    check("sgd", "--lf")


@pytest.mark.parametrize("how", ["-x", "--lf", "tests/test_data.py"])
def test_a_failure_counts_no_test_that_did_not_run(reference, tmp_path, how):
    append(reference, "def get_batch(*_):\n    raise OSError\n", "cs336_basics/data.py")
    kept = tmp_path / "cache" / "v" / "cache" / "lastfailed"
    kept.parent.mkdir(parents=True)
    kept.write_text('{"tests/test_data.py::test_get_batch_of_many_shapes": true}')
    options = (f"--submission={reference}", "--problems=get_batch", how)
    counted = table(run_pytest(*options, cache=tmp_path / "cache"))["get_batch"]
    assert re.fullmatch(r"0/6 failed \d+ failed of \d+ run, \d+ not run", counted)
    failed, run, left = map(int, re.findall(r"\d+", counted)[2:])
    every = table(run_pytest(*options[:2]))["get_batch"]
    assert every == f"0/6 failed 0 of {run + left} tests passed"
    assert failed == run and left and (run == 1 or how.startswith("tests/"))


def test_a_problem_of_which_all_tests_ran_is_not_in_part():
    done = run_pytest(f"--submission={SOLUTION}", "-k", "get_batch")
    assert table(done)["get_batch"] == "6/6 passed"
    assert "in part" not in done.stdout


def test_a_wrong_method_shows_beside_those_still_to_do(warm, stubs):
    file = stubs / "cs336_basics" / "tensors.py"
    stub = 'raise NotImplementedError("problem view_metadata: see handout §3.4")'
    file.write_text(file.read_text().replace(stub, "return self", 1))
    run = warm(stubs, "--problems=view_metadata")
    assert status(run) == {"view_metadata": "failed"}
    [row] = run.scores.problems
    assert "called: run_view_metadata" in row.text


def test_the_summary_of_the_stubs_fits_a_page_and_names_the_next_step():
    done = run_pytest(fresh=True)
    assert done.returncode == 1
    forked = run_pytest()
    seconds = re.compile(r" in \S+s$", re.MULTILINE)
    assert seconds.split(forked.stdout) == seconds.split(done.stdout)
    assert (forked.returncode, forked.stderr) == (done.returncode, done.stderr)
    lines = done.stdout.splitlines()
    assert len(lines) < 80
    assert max(map(len, lines)) <= 80
    assert "Next: tensor_bytes" in done.stdout
    assert "    pytest --problems tensor_bytes" in lines
    assert "\x1b" not in done.stdout
    for problem in load_problems().values():
        if not problem.cuda:
            assert any(
                line.startswith(problem.id) and f"§{problem.section}" in line for line in lines
            )


def test_a_row_has_the_colour_of_its_status(reference):
    append(reference, "def tensor_bytes(x):\n    return 0\n")
    stub = "raise NotImplementedError('problem storage_bytes: see handout §2.2')"
    append(reference, f"def storage_bytes(x):\n    {stub}\n")
    order = "--problems=tensor_bytes,storage_bytes,max_parameters,sgd"
    left_out = "--deselect=tests/test_optim_state.py::test_plain_sgd"
    shown = run_pytest(f"--submission={reference}", order, left_out, "--color=yes").stdout
    rows = re.findall(r"^\x1b\[(\d+)m(\w+) +[–\d]+/\d+ ", shown, re.MULTILINE)
    green, red, yellow = "32", "31", "33"
    assert {problem: colour for colour, problem in rows} == {
        "max_parameters": green,
        "tensor_bytes": red,
        "storage_bytes": yellow,
        "sgd": yellow,
    }


def test_explain_shows_a_failure_in_full(reference):
    append(reference, "def tensor_bytes(x):\n    return x.numel()\n")
    done = run_pytest(f"--submission={reference}", "--explain=tensor_bytes")
    assert "hint: this is the number of elements" in done.stdout
    assert "called: run_tensor_bytes(float64[" in done.stdout
    printed = "your code printed lines that are not shown: pytest -s shows them"
    assert printed not in done.stdout
    append(reference, "def tensor_bytes(x):\n    print(x.numel())\n")
    for option in ("--explain", "--problems"):
        done = run_pytest(f"--submission={reference}", f"{option}=tensor_bytes")
        assert printed in done.stdout.splitlines()


def test_a_run_without_tests_says_how_to_choose_some():
    done = run_pytest("-k", "no_such_test")
    assert done.returncode == 5
    assert "no test was chosen" in done.stdout
    assert "    pytest --problems get_batch" in done.stdout.splitlines()


def test_a_place_without_tests_says_how_to_choose_some():
    done = run_pytest("cs336_basics")
    assert done.returncode == 5
    assert "    pytest --problems get_batch" in done.stdout.splitlines()


def test_every_test_of_ours_names_its_problem():
    done = run_pytest("--collect-only", "-m", "not problem")
    assert done.returncode == 5 and "no tests collected" in done.stdout
    text = "".join(file.read_text() for file in (ROOT / "tests").glob("test_*.py"))
    assert text.count("mark.problem") == text.count('mark.problem("')  # in quotes: see `quotes`


def test_a_package_without_an_init_is_the_one_that_is_tested(reference):
    (reference / "cs336_basics" / "__init__.py").unlink()
    done = run_pytest(f"--submission={reference}", "--problems=mfu")
    assert table(done)["mfu"] == "1/1 passed"


def test_a_run_in_a_folder_without_tests_says_where_they_are():
    done = run_pytest(folder=ROOT / "cs336_basics")
    assert done.returncode == 5
    assert f"Run pytest in {ROOT}" in done.stdout


def test_an_answer_that_calls_another_to_do_says_which(warm, stubs):
    code = "def is_contiguous(shape, strides):\n    return contiguous_strides(shape) == strides\n"
    append(stubs, code, "cs336_basics/tensors.py")
    section = load_problems()["contiguous_strides"].section
    run = warm(stubs, "--problems=is_contiguous")
    assert status(run) == {"is_contiguous": "to do"}
    expected = f"needs contiguous_strides first: see handout §{section}"
    assert set(messages(run, "is_contiguous")) == {expected}
    done = run_pytest(f"--submission={stubs}", "--problems=is_contiguous")
    assert table(done)["is_contiguous"].endswith(expected)
    assert "Next: contiguous_strides" in done.stdout


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
def test_explain_says_why_a_problem_was_not_run():
    shown = run_pytest("--explain=memory_deltas").stdout
    assert f"not run: {no_cuda_reason().text()}" in shown


def test_a_long_message_is_cut_but_where_it_is_explained(reference):
    code = "def mfu(*_):\n    raise OSError('\\n'.join(f'line {i}.' for i in range(99)))\n"
    append(reference, code, "cs336_basics/flops.py")
    options = (f"--submission={reference}", "--problems=mfu")
    shown = run_pytest(*options).stdout
    assert "line 9." in shown and "line 20." not in shown and "line 98." not in shown
    cut = r"\n    … \d\d more lines\n    raised in .*\n    called: .*\n    read: "
    assert re.search(cut, shown)
    assert "    pytest --explain mfu" in shown
    assert "line 98." in run_pytest(*options, "--explain=mfu").stdout


def test_explain_says_what_tests_have_in_common_once(reference):
    append(reference, "def tensor_bytes(:\n")
    shown = run_pytest(f"--submission={reference}", "--explain=tensor_bytes").stdout
    failed = int(re.findall(r"^(\d+) failed", shown, re.MULTILINE)[0])
    assert len(re.findall("^test_tensor_bytes", shown, re.MULTILINE)) == failed > 1
    assert shown.count("SyntaxError") == shown.count("called: ") == 1


def test_explain_shows_failures_before_what_is_to_do(stubs):
    append(stubs, "StridedView.slice = lambda self, *rest: self\n", "cs336_basics/tensors.py")
    shown = run_pytest(f"--submission={stubs}", "--explain=view_metadata").stdout
    assert shown.count("    problem view_metadata: see handout") == 1
    assert shown.rindex("called: ") < shown.index("    problem view_metadata: see handout")


def test_imports_that_the_grader_may_lack_are_named(reference):
    code = "import numpy.linalg, json\nfrom hypothesis import given\nfrom . import data\n"
    code += "import sys\nsys.path.insert(0, __file__ + '/..')\nimport flops\nimport beside\n"
    append(reference, "", "beside.py")
    append(reference, code + "try:\n    import rich\nexcept ImportError:\n    rich = None\n")
    append(reference, f"x = {'-' * 7000}1\n", "cs336_basics/training.py")  # a MemoryError
    shown = run_pytest(f"--submission={reference}", "--problems=mfu").stdout
    said = [line for line in shown.splitlines() if " imports " in line]
    assert said == [
        "cs336_basics/memory.py imports beside, which is not handed in: move beside.py to "
        "cs336_basics/, and write `from cs336_basics.beside import …`",
        "cs336_basics/memory.py imports hypothesis, which the grader may not have; a module of "
        "your own belongs in cs336_basics/",
    ]


def test_files_that_the_grader_does_not_take_are_named(reference):
    package = reference / "cs336_basics"
    for name in ("table.npy", "table.json", "notes.md"):
        (package / name).write_bytes(b"{}")
    append(reference, "TABLES = 'table.npy', 'table.json'\n")
    shown = run_pytest(f"--submission={reference}", "--problems=mfu").stdout
    said = [line for line in shown.splitlines() if "not handed in" in line]
    assert len(said) == 1 and said[0].startswith("cs336_basics/table.npy is not handed in: ")


def test_data_that_is_too_much_together_is_reported(reference):
    for name in ("a.json", "b.json"):
        (reference / "cs336_basics" / name).write_bytes(b"7" * (MAX_DATA_BYTES // 2 + 1))
    shown = run_pytest(f"--submission={reference}", "--problems=mfu").stdout
    assert f"cs336_basics has data files of {MAX_DATA_BYTES + 2} bytes, of which some" in shown


@pytest.mark.parametrize("started", ["pytest.main([])", "import tests.watch"])
def test_missing_packages_are_named_and_how_to_get_them(started):
    code = f"import sys, pytest\nsys.modules |= {{'torch': None, 'einops': None}}\n{started}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 4
    assert " has no torch, einops.\n" in done.stderr and "pip install -e ." in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
