"""A judge that fails reports it: no fault of the judge or its machine becomes a zero."""

import errno
import gc
import os
import re
import resource
import signal
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import nullcontext, suppress
from pathlib import Path

import numpy as np
import pytest
import torch
from support.judge_parts import exit_code_of, fork_server, mount_disk
from support.suite_runs import append

from cs336_staff import judge as judge_module
from cs336_staff.judge import Budgets, Judge, JudgeFailed, JudgeSettings
from cs336_staff.judge.host.remote_caller import RemoteCaller
from cs336_staff.judge.host.server import Server
from cs336_staff.judge.host.supervisor import Supervisor
from cs336_staff.judge.sandboxed.processes import descendants
from cs336_staff.judge.settings import NO_MACHINE, NO_WORKER
from cs336_staff.judge.wire.primitives import Limits, Writer
from cs336_staff.judge.wire.requests import write_request
from cs336_staff.judge.wire.storages import Table
from cs336_staff.paths import SOLUTION
from tests.harness.runtime.conditions import Conditions

SEED = 336


def forks_of(judge) -> list[int]:
    """Return the forks of the judge that judge a submission."""
    below = descendants(judge._process.pid)
    return [
        pid for pid in below if b"judge.host.server" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def test_a_judge_that_is_interrupted_does_not_say_that_it_has_judged(reference):
    file = reference / "cs336_basics" / "flops.py"
    file.write_text(f"{file.read_text()}\n\ndef mfu(*args):\n    while True:\n        pass\n")
    with (
        Judge(JudgeSettings(seed=SEED, tests=["-k", "mfu"])) as judge,
        ThreadPoolExecutor(1) as pool,
    ):
        grading = pool.submit(judge.grade, reference, problems=["mfu"])
        while wait([grading], timeout=3).not_done:
            for pid in forks_of(judge):
                os.kill(pid, signal.SIGINT)
    assert grading.result().ended != "completed"
    assert grading.result().reason.startswith("the judge gave no verdict: ")
    assert grading.result().scores.points == 0


@pytest.mark.skipif(torch.cuda.is_available(), reason="CUDA maps far more memory than it holds")
def test_a_fork_of_the_judge_holds_no_more_than_a_problem_may(reference):
    file = reference / "cs336_basics" / "flops.py"
    file.write_text(f"{file.read_text()}\n\ndef mfu(*args):\n    while True:\n        pass\n")
    limits = set()
    with (
        Judge(JudgeSettings(seed=SEED, tests=["-k", "mfu"], budgets=Budgets(call=3))) as judge,
        ThreadPoolExecutor(1) as pool,
    ):
        grading = pool.submit(judge.grade, reference, problems=["mfu"])
        while wait([grading], timeout=0.5).not_done:
            for pid in forks_of(judge):
                with suppress(OSError):  # it has ended
                    lines = Path(f"/proc/{pid}/limits").read_text().splitlines()
                    limits |= {line.split()[3] for line in lines if "Max data size" in line}
    assert str(Budgets().memory) in limits


def no_supervisor(_):
    raise JudgeFailed("no worker could be started: its fork server is gone")


def test_without_a_worker_the_judge_ends_instead_of_blaming_the_submission(tmp_path):
    caller = RemoteCaller(no_supervisor, tmp_path, {"test": "mfu"}, Budgets(), ["test"])
    assert exit_code_of(lambda: caller.begin("test", SEED)) == NO_WORKER
    checkpoint = tmp_path / "checkpoint.pt"
    checkpoint.touch()
    assert exit_code_of(lambda: caller.load(checkpoint)) == NO_WORKER


def test_descriptors_under_way_have_the_highest_limit_there_is():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft - 1, hard))
    try:
        with Judge(JudgeSettings(seed=SEED, tests=["-k", "mfu"])) as judge:
            for pid in descendants(judge._process.pid):  # these inherit the judge's
                text = Path(f"/proc/{pid}/limits").read_text()
                assert re.search(rf"Max open files +{hard} ", text), text
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def caller(reference, tmp_path):
    (tmp_path / "disk" / "test").mkdir(parents=True)
    with fork_server() as workers:
        problems = {"first": "mfu", "second": "mfu", "third": "save_checkpoint"}
        yield RemoteCaller(
            lambda _: Supervisor(workers.control, reference, True),
            tmp_path / "disk" / "test",
            problems,
            Budgets(),
            problems,
        )


def test_arguments_that_cannot_be_sent_fail_their_test_alone(caller):
    nobody_reads, end = os.pipe()
    os.close(nobody_reads)
    pipe = os.fdopen(end, "wb")
    pipe.write(b"flushed when it is sent")
    caller._limits = Limits(frame=2**20)
    deep: list = []
    for _ in range(2000):  # as an earlier call may have nested it
        deep = [deep]
    for argument, why in (
        (bytes(2**21), "it is over 1 MiB"),
        (pipe, ".*Broken pipe"),
        (deep, "maximum recursion depth"),
    ):
        caller.begin("first", SEED)
        with pytest.raises(pytest.fail.Exception, match=f"arguments cannot be sent: {why}"):
            caller.call("run_mfu", (argument,), {}, Conditions())
    caller.begin("second", SEED)
    assert caller.call("run_mfu", (1e12, 1.0, 2e12), {}, Conditions()).value == 0.5
    caller.close()
    with suppress(OSError):
        pipe.close()


@pytest.mark.parametrize("argument", [torch.ones(2**17), np.ones(2**17)], ids=["tensor", "array"])
def test_what_was_to_be_sent_in_a_failed_call_can_be_collected(argument):
    def call():
        request, table = Writer(), Table()
        gc.collect(0)  # now these are collected after what is written
        write_request(request, table, argument, Limits())
        raise RuntimeError

    def work():
        try:
            call()
        except RuntimeError as error:
            error.itself = error  # and with it a traceback, which keeps what was written
        gc.collect()

    assert exit_code_of(work) == 0  # Python before 3.12.7 may end here, with SIGSEGV


def test_a_disk_that_is_full_where_arguments_are_sent_ends_the_judge(caller):
    def work():
        caller.begin("first", SEED)
        with open("/dev/full", "wb") as full:
            full.write(b"flushed when it is sent")
            caller.call("run_mfu", (full,), {}, Conditions())

    assert exit_code_of(work) == NO_MACHINE


def test_a_disk_that_is_full_where_an_answer_is_taken_ends_the_judge(caller, reference, tmp_path):
    body = "    open(out, 'wb').write(b'x' * 2**20)"
    code = f"def save_checkpoint(model, optimizer, iteration, out):\n{body}\n"
    append(reference, code, "cs336_basics/checkpoint.py")
    folder = tmp_path / "disk" / "test" / "run"

    def work():
        mount_disk(tmp_path / "disk", "64k")
        folder.mkdir(parents=True)
        caller.begin("third", SEED)
        model = torch.nn.Linear(1, 1)
        arguments = model, torch.optim.SGD(model.parameters()), 1, folder / "checkpoint.pt"
        caller.call("run_save_checkpoint", arguments, {}, Conditions())

    assert exit_code_of(work) == NO_MACHINE


def test_a_disk_that_is_full_where_scores_are_written_is_reported_as_such(reference, tmp_path):
    disk, said = tmp_path / "disk", tmp_path / "said"
    disk.mkdir()

    def work():
        mount_disk(disk, "4k")
        (disk / "full").write_text("a page")
        judge_module.scratch_folder = lambda _: nullcontext(disk)
        with Judge(
            JudgeSettings(seed=SEED, protection="none", parts=1, tests=["-k", "mfu"])
        ) as judge:
            said.write_text(judge.grade(reference).reason)

    exit_code_of(work)
    assert "this machine failed: a full disk" in said.read_text()


def test_a_disk_that_is_full_without_a_sandbox_is_no_fault_of_the_submission(tmp_path):
    disk, said = tmp_path / "disk", tmp_path / "said"
    disk.mkdir()

    def work():
        mount_disk(disk, "32k")
        judge_module.scratch_folder = lambda _: nullcontext(disk)
        tests = ["-k", "token_file"]
        with Judge(JudgeSettings(seed=SEED, protection="none", parts=1, tests=tests)) as judge:
            said.write_text(judge.grade(SOLUTION).reason)

    exit_code_of(work)
    assert "this machine failed: a full disk" in said.read_text()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), NO_MACHINE),
        (torch.AcceleratorError("CUDA error: uncorrectable ECC error encountered"), NO_MACHINE),
        (torch.AcceleratorError("CUDA error: out of memory"), 0),
        (type("AcceleratorError", (RuntimeError,), {})("as a worker's error arrives"), 0),
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), 0),
        (OSError("No space left on device"), 0),  # as a worker's error arrives
    ],
)
def test_where_the_machine_fails_the_judge_ends_too(error, code, tmp_path):
    def fail():
        raise error

    server = Server.__new__(Server)
    server.in_child, server._root = True, tmp_path
    call = pytest.CallInfo.from_call(fail, "setup")
    assert exit_code_of(lambda: server.pytest_exception_interact(call)) == code
