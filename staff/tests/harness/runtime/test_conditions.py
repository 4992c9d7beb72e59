"""Calls under conditions: time limits, child processes, counted lines, locations of errors."""

import os
import signal
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.harness.checks.checkpoint_files import sparse_tokens
from tests.harness.plugin.adapters import LocalCaller
from tests.harness.runtime.conditions import Conditions, observe_call, reset_process


@pytest.fixture
def time_limit():
    """Fail as pytest-timeout does, once, after a fifth of a second."""

    def over(*_):
        pytest.fail("Timeout")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def forever():
    while True:
        pass


def test_the_time_limit_is_not_an_error_of_the_submission(tmp_path, time_limit):
    (tmp_path / "cs336_basics").mkdir()
    (tmp_path / "adapters.py").write_text("def run_it():\n    while True:\n        pass\n")
    caller = LocalCaller(tmp_path)
    caller.begin("test", 0)
    with pytest.raises(pytest.fail.Exception, match="Timeout"):
        caller.call("run_it", (), {}, Conditions())


def test_a_child_that_hangs_ends_with_its_test(time_limit):
    before = children()
    with pytest.raises(pytest.fail.Exception, match="Timeout"):
        observe_call(forever, Conditions(in_child=True))
    assert children() == before


def refuses():
    raise ValueError("too long, " * 999)


def test_the_error_of_a_child_is_observed():
    message = str(observe_call(refuses, Conditions(in_child=True)).error)
    assert message.startswith("ValueError: too long, too long, ") and len(message) == 4000
    assert observe_call(int, Conditions(in_child=True)).error is None


def test_a_child_without_an_error_is_described_by_its_exit_code():
    gate, held = os.pipe()

    def leaves():
        if os.fork() == 0:  # stays behind until the test is over, and has all open that was
            os.close(held)
            os.read(gate, 1)
        os._exit(3)

    seen = observe_call(leaves, Conditions(in_child=True))
    os.close(held)
    os.close(gate)
    assert str(seen.error) == "the process exited with code 3"


def children():
    """Return the child processes that have not been waited for."""
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()


def test_bytes_read_of_a_mapped_file_are_counted(tmp_path):
    dataset = sparse_tokens(tmp_path / "tokens.bin", 2**25, np.uint8, [], np.array([]))
    for part, least, most in (
        (dataset[2**20 : 2**20 + 9], 1, 2**22),
        (dataset, 2**25 - 2**22, 2**26),
    ):
        read = observe_call(
            lambda part=part: part.max(), Conditions(python_memory=True)
        ).mapped_bytes
        assert least <= read <= most
    assert observe_call(int, Conditions()).mapped_bytes is None


@pytest.mark.parametrize("file, line", [("gone.py", 2), ("\0.py", 2), ("gone.py", None)])
def test_an_error_in_code_without_a_source_has_a_location(file, line):
    def code():
        raise ValueError

    lines = {} if line else {"co_linetable": b""}
    raised = code.__code__.replace(co_filename=f"cs336_basics/{file}", co_firstlineno=1, **lines)
    place = observe_call(type(code)(raised, {}), Conditions()).where
    lines = [line] if line else [None, -1]  # which of the two depends on Python's version
    assert place in [f"cs336_basics/{file}, line {line}, in code: " for line in lines]


def test_files_in_folders_of_the_package_are_the_submission(tmp_path):
    (tmp_path / "adapters.py").touch()
    loop = "def count(n):\n    for _ in range(n):\n        pass\n    if n > 99:\n        1 / 0\n"
    inside = tmp_path / "cs336_basics" / "tools" / "loops.py"
    elsewhere = tmp_path / "a clone" / "cs336_basics" / "tests" / "loops.py"
    found = {}
    for file in (inside, elsewhere):
        names = {}
        exec(compile(loop, str(file), "exec"), names)
        count = names["count"]
        steps = observe_call(lambda count=count: count(50), Conditions(count_lines=True)).lines_run
        found[file] = steps, observe_call(lambda count=count: count(100), Conditions()).where
    assert found[inside][0] > 50
    assert found[inside][1].startswith("cs336_basics/tools/loops.py, line 5, in count")
    assert found[elsewhere] == (0, "")


def test_reset_undoes_deterministic_algorithms_and_threads():
    torch.use_deterministic_algorithms(True)
    torch.set_num_threads(2)
    reset_process(0)
    assert not torch.are_deterministic_algorithms_enabled()
    assert torch.get_num_threads() == 1
