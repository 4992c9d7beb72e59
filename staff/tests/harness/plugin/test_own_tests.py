"""Tests that a student adds run beside ours, score nothing, and break nothing."""

import pytest
from support.suite_runs import append, run_pytest, table

from cs336_staff.paths import SOLUTION


def test_a_test_of_no_problem_is_one_clear_error(clone):
    append(clone, "def test_mine(): pass\n", "tests/test_memory.py")
    done = run_pytest("tests/test_memory.py", folder=clone)
    assert done.returncode == 4 and "INTERNALERROR" not in done.stdout
    assert "tests/test_memory.py::test_mine needs @pytest.mark.problem" in done.stderr
    code = "import pytest\n\n@pytest.mark.problem{}\ndef test_mine(): pass\n"
    for mark, says in {
        "('tensor_byte')": ": no problem is named 'tensor_byte'; did you mean tensor_bytes?",
        "()": " needs @pytest.mark.problem",
    }.items():
        (clone / "tests" / "test_mine.py").write_text(code.format(mark))
        done = run_pytest("tests/test_mine.py", folder=clone)
        assert done.returncode == 4 and "INTERNALERROR" not in done.stdout
        assert f"tests/test_mine.py::test_mine{says}" in done.stderr


def test_tests_of_ones_own_run_and_score_nothing(clone):
    code = "def test_right(adapters): pass\ndef test_wrong(): assert 1 == 2, 'not yet'\n"
    (clone / "tests" / "test_mine.py").write_text(code)
    done = run_pytest("-kmine or strides_takes_numpy", f"--submission={SOLUTION}", folder=clone)
    assert "–/1 in part" in table(done)["contiguous_strides"]
    assert "tests/test_mine.py::test_wrong" in done.stdout.splitlines()
    assert "AssertionError: not yet" in done.stdout
    alone = run_pytest("tests/test_mine.py", folder=clone)
    assert alone.returncode == 1 and "1 failed, 1 passed" in alone.stdout
    assert "no test was chosen" not in alone.stdout
    asked = run_pytest("--problems=mfu", f"--submission={SOLUTION}", folder=clone)
    assert table(asked)["mfu"] == "1/1 passed" and asked.returncode == 0


def test_a_file_of_tests_that_cannot_be_read_is_reported_and_nobody_is_done(clone):
    (clone / "tests" / "test_mine.py").write_text("import no_such_module\n")
    shown = run_pytest(f"--submission={SOLUTION}", folder=clone).stdout
    assert "tests/test_mine.py" in shown.splitlines()
    assert "No module named 'no_such_module'" in shown
    assert "not reached" in shown and "All done" not in shown
    asked = run_pytest("--problems=mfu", f"--submission={SOLUTION}", folder=clone)
    assert table(asked)["mfu"] == "1/1 passed" and asked.returncode == 0


def test_a_mistake_in_a_test_is_reported_by_the_line_of_the_test(clone):
    code = '\n\n@pytest.mark.problem("mfu")\ndef test_mine(adapters):\n    no_such_name\n'
    append(clone, code, "tests/test_memory.py")
    shown = run_pytest("-k", "test_mine", folder=clone).stdout
    line = len((clone / "tests" / "test_memory.py").read_text().splitlines())
    place = f"raised in tests/test_memory.py, line {line}, by the test itself: no_such_name"
    assert f"    {place}\n" in shown
    append(clone, "def mfu(*arguments):\n    return 1 / 0\n", "cs336_basics/flops.py")
    assert run_pytest("--explain=mfu", folder=clone).stdout.count("by the test itself") == 1


@pytest.mark.parametrize(
    "code", [b"import no_such_module\n", b"# \xe9\n", b"def :\n", b"raise SystemExit\n"]
)
def test_a_file_of_tests_that_cannot_be_read_costs_a_run_of_others_nothing(clone, code):
    (clone / "tests" / "test_mine.py").write_bytes(b"'get_batch'\n" + code)
    run = run_pytest("tests/test_data.py", f"--submission={SOLUTION}", folder=clone)
    assert run.returncode == 0 and "–/6 in part" in table(run)["get_batch"], run.stdout


@pytest.mark.parametrize(
    "arguments", [[], ["--rootdir=.", "{folder}/tests/test_flops_training.py"]]
)
def test_pytest_runs_where_an_editor_has_the_parent_folder_open(clone, arguments):
    words = [word.format(folder=clone.name) for word in arguments] or [f"{clone.name}/tests"]
    run = run_pytest(*words, folder=clone.parent)
    assert run.returncode == 1 and "mfu" in table(run), run.stdout + run.stderr
