"""How a problem process ended, and whose fault that was."""

import os
import re
import select
import signal
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from support.judge_parts import exit_code_of, fork_server, limit_processes

from cs336_staff.judge import Budgets, JudgeFailed
from cs336_staff.judge.host import problem_process as process_module
from cs336_staff.judge.host.problem_process import ProblemProcess, oom_kills
from cs336_staff.judge.host.remote_caller import RemoteCaller
from cs336_staff.judge.host.supervisor import KILLED, Supervisor
from cs336_staff.judge.sandboxed.processes import descendants
from cs336_staff.judge.settings import NO_MACHINE, NO_WORKER
from cs336_staff.judge.wire.control import START, send_control
from tests.harness.runtime.conditions import Conditions


def test_the_fork_server_outlives_a_fork_that_fails(reference):
    with fork_server() as workers:
        server = descendants(workers._process.pid)[-1]
        limit_processes(server, 0)
        with pytest.raises(JudgeFailed, match="no worker could be started: BlockingIOError"):
            Supervisor(workers.control, reference, True)
        limit_processes(server, None)
        Supervisor(workers.control, reference, True).close()
        assert workers.alive()


def test_a_process_that_never_began_is_not_reported_as_ended(reference):
    with fork_server() as workers:
        supervisor = Supervisor(workers.control, reference, True)
        supervisor.end_and_ask(gone=False)  # when it answers, the next process is ready
        ready = descendants(workers._process.pid)[-1]
        os.kill(ready, signal.SIGKILL)
        with open(os.pidfd_open(ready)) as handle:
            select.select([handle], [], [])
        process = ProblemProcess(lambda: supervisor)
        process.start()
        assert exit_code_of(lambda: process.end_and_ask(gone=True)) == NO_WORKER


def test_a_supervisor_that_failed_has_no_exit_code(reference):
    with fork_server() as workers:
        supervisor = Supervisor(workers.control, reference, True)
        no_connection_with_it = {"command": START}
        send_control(supervisor._socket, no_connection_with_it)
        process = ProblemProcess(lambda: supervisor)
        process._supervisor = supervisor
        assert process.end_and_ask(gone=True) == "the process and its fork server ended"


@pytest.mark.parametrize("killed", ["the problem's process", "the fork server, too"])
@pytest.mark.parametrize(("memory_ran_out", "alone"), [(False, False), (True, False), (True, True)])
def test_what_is_killed_while_memory_runs_out_is_another_s_fault_or_its_own(
    reference, tmp_path, monkeypatch, memory_ran_out, alone, killed
):
    """The kernel kills the largest process, which may not be the one that fills the memory."""

    def work():
        caller.begin("test", 336)
        caller.call("run_mfu", (1.0, 1.0, 1.0), {}, Conditions())
        if memory_ran_out:
            before = oom_kills()
            monkeypatch.setattr(process_module, "oom_kills", lambda: before + 1)
        below = descendants(workers._process.pid)
        for pid in [pid for pid in below if killed != "the problem's process" or _is_problems(pid)]:
            with suppress(ProcessLookupError):  # it ended with another one
                os.kill(pid, signal.SIGKILL)
        with pytest.raises(pytest.fail.Exception) as failure:
            caller.call("run_mfu", (1.0, 1.0, 1.0), {}, Conditions())
        said.write_text(str(failure.value))

    said = tmp_path / "said"
    with fork_server() as workers:
        supervisor = partial(Supervisor, workers.control, reference, True)
        caller = RemoteCaller(
            lambda _: supervisor(), tmp_path, {"test": "mfu"}, Budgets(), [], alone
        )
        judged_again = memory_ran_out and not alone
        assert exit_code_of(work) == (NO_MACHINE if judged_again else 0)
    if not judged_again:
        how = "the process and its fork server ended"
        how = KILLED if killed == "the problem's process" else how
        how += " (no memory was left)" if memory_ran_out else ""
        assert said.read_text() == f"{how} in the middle of the call"


def _is_problems(pid):
    """Return whether a process is in a problem's namespace: only those are so deep."""
    status = Path(f"/proc/{pid}/status").read_text()
    return len(re.search(r"^NSpid:(.*)$", status, re.MULTILINE)[1].split()) == 5


def test_what_the_kernel_says_of_memory_that_ran_out_is_read():
    said = re.search(r"^oom_kill (\d+)$", Path("/proc/vmstat").read_text(), re.MULTILINE)
    assert oom_kills() >= (int(said[1]) if said else 0)
