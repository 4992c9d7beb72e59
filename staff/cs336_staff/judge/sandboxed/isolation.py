"""How a submission's processes are confined: at this level, by limits alone.

namespaces.py, users.py and landlock.py have the stronger levels. The supervisor and the fork
server call the same methods at each.
"""

import contextlib
import ctypes
import os
import resource
import signal
from dataclasses import dataclass
from pathlib import Path

from cs336_staff.judge.sandboxed.processes import (
    descendants,
    held_bytes,
    kill_problem,
    kill_tree,
    maps_held,
)

_PDEATHSIG, _CAPBSET_DROP, _SUBREAPER, _AMBIENT = 1, 24, 36, 47
DUMPABLE, NO_NEW_PRIVS = 4, 38
_CAPABILITY_VERSION = 0x20080522
_OPEN_FILES = 512  # descriptors of a process
SOCKETS = 64  # that a problem's processes may have together
_MAPS = 250_000  # memory maps that they may have together

libc = ctypes.CDLL(None, use_errno=True)
libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4


def check(result: int, what: str) -> None:
    """Raise an OSError that says what failed where a call of the C library has."""
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def prctl(option: int, value: int, what: str) -> None:
    """Set a property of this process."""
    check(libc.prctl(option, value, 0, 0, 0), what)


def die_with_parent(number: int = signal.SIGKILL) -> None:
    """Have the kernel send this process a signal when its parent ends."""
    prctl(_PDEATHSIG, number, "PDEATHSIG")


def adopt_orphans() -> None:
    """Become the parent of each process below this one whose own parent ends."""
    prctl(_SUBREAPER, 1, "SUBREAPER")


def drop_bounding_set() -> None:
    """Give up all capabilities for what this process starts, as far as it may."""
    for capability in range(64):
        libc.prctl(_CAPBSET_DROP, capability, 0, 0, 0)


def drop_privileges() -> None:
    """Give up this process's capabilities, and what programs that it starts would gain."""
    libc.prctl(_AMBIENT, 4, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    check(libc.capset(header, (ctypes.c_uint32 * 6)()), "privileges cannot be dropped")
    prctl(NO_NEW_PRIVS, 1, "NO_NEW_PRIVS")


def prefer_for_oom_kill() -> None:
    """Ask the kernel to kill this process first when memory runs out; ignore a refusal.

    This takes a tenth of the time of a Path's write_text: problems wait for it.
    """
    with contextlib.suppress(OSError):
        handle = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        try:
            os.write(handle, b"1000")
        finally:
            os.close(handle)


def close_all_but(keep: int) -> None:
    """Close all descriptors but one; the standard ones lead nowhere."""
    sink = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(sink, descriptor)
    os.closerange(3, keep)
    os.closerange(keep + 1, 65536)


@dataclass
class Isolation:
    """Limits on a submission's processes; each stronger level is a subclass.

    Attributes:
        memory: bytes that a problem's processes may hold together, and that each may ask for.
        scratch: bytes of a problem's files.
        processes: how many processes and threads a supervisor may have below it.
        cpu_seconds: CPU time of a process.
        gpus: leave CUDA what it needs.
    """

    memory: int = 4 * 2**30
    scratch: int = 512 * 2**20
    processes: int = 128
    cpu_seconds: int = 120
    gpus: bool = False

    ahead = True  # the next problem's process can be forked before its turn
    counts_processes = False  # by a user id that no others have

    def __post_init__(self) -> None:
        """Set where a submission's files and a problem's own are."""
        self.submission = Path("/submission")
        # A problem's own folder, where it sees none of the judge's: then all files cross by value.
        self.home: str | None = None

    def enter_sandbox(self) -> None:
        """Confine the fork server."""
        die_with_parent()

    def enter_supervisor(self) -> None:
        """Confine a supervisor, and give it an empty place for its submission's files."""
        die_with_parent()
        adopt_orphans()

    def seal_submission(self) -> None:
        """Make the submission's files read-only."""

    def fork(self) -> int:
        """Fork a problem's process."""
        return os.fork()

    def enter_problem(self) -> None:
        """Confine this process to what a problem's tests need. There is no way back."""
        die_with_parent()
        os.setsid()
        self.limit()

    def limit(self) -> None:
        """Limit what this process may use."""
        limits = {
            resource.RLIMIT_CORE: 1,  # at 0 a program that core_pattern names would run
            resource.RLIMIT_CPU: self.cpu_seconds,
            resource.RLIMIT_NOFILE: _OPEN_FILES,
            resource.RLIMIT_FSIZE: 2**43,  # a sparse file may be large; /tmp itself is not
            resource.RLIMIT_MSGQUEUE: 0,
            resource.RLIMIT_NICE: 0,  # a grader may have a high priority, this may not
            resource.RLIMIT_RTPRIO: 0,
        }
        if not self.gpus:
            limits[resource.RLIMIT_DATA] = self.memory
        if self.counts_processes:
            limits[resource.RLIMIT_NPROC] = self.processes
        for which, value in limits.items():
            _, hard = resource.getrlimit(which)
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(which, (value, value))

    def exceeded(self, problem: int, spared: int, thorough: bool) -> str:
        """Return which limit a problem's processes exceed together; "" where they exceed none.

        Args:
            problem: its first process.
            spared: the next problem's process.
            thorough: count what takes long to count, too.
        """
        pids = self.running(problem, spared)
        if held_bytes(pids, self.memory) > self.memory:
            return f"{self.memory // 2**20} MiB of memory"
        if thorough and maps_held(pids, _MAPS) > _MAPS:
            return f"{_MAPS} memory maps"
        return ""

    def running(self, problem: int, spared: int) -> list[int]:
        """Return a problem's processes."""
        return [pid for pid in descendants(os.getpid()) if pid != spared]

    def kill(self, problem: int, spared: int, ended: bool) -> None:
        """Kill all processes of a problem; the first one is left for the caller to wait for.

        Args:
            problem: its first process.
            spared: the next problem's process.
            ended: the first one has been waited for.
        """
        kill_problem(problem, spared)

    def leave_supervisor(self) -> None:
        """Remove what a supervisor made."""

    def end_supervisor(self, pid: int) -> None:
        """Kill a supervisor and all processes below it."""
        kill_tree(pid)

    def leave_sandbox(self, supervisors: list[int]) -> None:
        """Let what the fork server started end with it."""
