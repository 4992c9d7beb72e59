"""pytest at home warns of calls that take longer than the grader allows."""

import subprocess
import sys

import pytest
from support.suite_runs import append

from cs336_staff.judge import Budgets
from cs336_staff.paths import ROOT
from tests.harness.plugin import limits
from tests.harness.plugin.limits import Stopwatch, Taken, too_slow
from tests.watch import Watch


def run_with_a_limit(submission, seconds, *arguments):
    start = f"import sys, tests.harness.plugin.limits as it; it.CALL_SECONDS = {seconds}; "
    code = f"{start}import pytest; sys.exit(pytest.main(['-pno:cacheprovider', *sys.argv[1:]]))"
    command = [sys.executable, "-c", code, f"--submission={submission}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize("how", ["--problems=tensor_bytes", "--explain=tensor_bytes"])
def test_a_call_that_the_grader_would_stop_is_reported_and_passes(reference, how):
    code = "import functools, time\nonce, right = functools.cache(time.sleep), tensor_bytes\n"
    append(reference, f"{code}\ndef tensor_bytes(x):\n    once(0.2)\n    return right(x)\n")
    done = run_with_a_limit(reference, 0.1, how)
    said = "tensor_bytes: a call took 1 s; the grader stops a call after 0 s"
    assert done.returncode == 0 and said in done.stdout.splitlines()
    done = run_with_a_limit(reference, 10.0, how)
    assert done.returncode == 0 and "the grader stops" not in done.stdout


def test_the_grader_has_the_limits_that_students_read():
    budgets = Budgets()
    assert budgets.call == limits.CALL_SECONDS
    assert budgets.test == limits.TEST_SECONDS
    assert budgets.problem == limits.PROBLEM_SECONDS


def test_a_problem_is_reported_once_and_by_what_it_is_over():
    assert too_slow({"1": Taken(9.9, 30, 39.9)}, {"1": "mfu"}) == []
    row = {"1": Taken(10.1, 130, 130), "2": Taken(50, 50, 50)}
    said = "mfu: a call took 50 s; the grader stops a call after 10 s"
    assert too_slow(row, {"1": "mfu", "2": "mfu"}) == [said]
    [said] = too_slow({"1": Taken(9, 36, 40.5)}, {"1": "mfu"})
    assert said == "mfu: a test took 41 s; the grader stops a test after 40 s"
    [said] = too_slow({str(i): Taken(9, 36, 36) for i in range(4)}, dict.fromkeys("0123", "mfu"))
    assert said == "mfu: its calls took 144 s; the grader stops a problem after 120 s"


def test_a_call_that_raises_is_timed_too():
    watch = Stopwatch()
    watch.begin("1")
    with pytest.raises(KeyError), watch.call():
        raise KeyError
    assert 0 < watch.tests["1"].longest == watch.tests["1"].calls <= watch.tests["1"].test


def test_watch_reports_it_too(stubs, capsys, monkeypatch):
    monkeypatch.setattr("tests.watch.run_suite", with_slow)
    Watch(stubs, 336).run(["tensor_bytes"])
    assert "tensor_bytes: a call took 12 s" in capsys.readouterr().out


def with_slow(*arguments, **options):
    from tests.harness.watching.warm import run_suite

    run = run_suite(*arguments, **options)
    assert run.slow == []
    run.slow = ["tensor_bytes: a call took 12 s; the grader stops a call after 10 s"]
    return run
