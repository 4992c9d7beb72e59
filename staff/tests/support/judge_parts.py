"""Parts of the judge for tests: its fork server, and forks of the test's own process."""

import os
import re
import resource
from contextlib import contextmanager
from pathlib import Path

from cs336_staff.judge import JudgeSettings
from cs336_staff.judge.host.protection import ForkServer
from cs336_staff.judge.sandboxed import namespaces as isolate


def exit_code_of(work) -> int:
    """Call work() in a forked process; return its exit code."""
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@contextmanager
def fork_server():
    """Start a fork server, and stop it at the end."""
    workers = ForkServer(JudgeSettings(seed=336, protection="namespaces"), gpu=False)
    try:
        workers.wait_until_ready()
        yield workers
    finally:
        workers.stop()


def limit_processes(pid, most):
    """Limit the processes of another process's user; None means the hard limit."""
    ids = re.findall(r"^[UG]id:\t(\d+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    user, group = map(int, ids)

    def as_that_user():
        os.setresgid(group, group, group)
        os.setresuid(user, user, user)
        _, hard = resource.prlimit(pid, resource.RLIMIT_NPROC)
        resource.prlimit(pid, resource.RLIMIT_NPROC, (hard if most is None else most, hard))

    exit_code_of(as_that_user)


def mount_disk(folder: Path, size: str) -> None:
    """Mount a small disk that only this process sees."""
    uid, gid = os.getuid(), os.getgid()
    isolate._unshare(isolate.NEW_USER | isolate.NEW_NS)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{uid} {uid} 1"),
        ("gid_map", f"{gid} {gid} 1"),
    ):
        Path(f"/proc/self/{name}").write_text(text)
    isolate._mount("tmpfs", str(folder), 0, f"size={size}")
