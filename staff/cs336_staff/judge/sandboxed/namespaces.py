"""Namespaces, privileges and limits of the fork server, of a supervisor, and of a problem.

The fork server runs inside bubblewrap, under an unprivileged uid of the host. It makes a user
namespace of its own; in there it may make the namespaces that a supervisor and a problem get. A
problem's processes have none of its privileges: see `enter_problem`.
"""

import contextlib
import ctypes
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from cs336_staff.judge.sandboxed import seccomp
from cs336_staff.judge.sandboxed.isolation import (
    DUMPABLE,
    SOCKETS,
    Isolation,
    check,
    die_with_parent,
    drop_bounding_set,
    drop_privileges,
    libc,
    prctl,
    prefer_for_oom_kill,
)
from cs336_staff.judge.sandboxed.processes import numbers, sockets_held

NEW_NS, NEW_UTS, NEW_IPC = 0x00020000, 0x04000000, 0x08000000
NEW_USER, NEW_PID, NEW_NET = 0x10000000, 0x20000000, 0x40000000
_NOSUID, _NODEV, _REMOUNT, _READ_ONLY, _REC, _PRIVATE = 2, 4, 32, 1, 0x4000, 0x40000
_MOUNT_SETATTR, _AT_FDCWD = 442, -100
_FILES = "size=96m,nr_inodes=16k,mode=755"  # what intake takes, and that compiled, by whole pages


def _unshare(flags: int) -> None:
    check(libc.unshare(flags), "new namespaces cannot be made")


def _mount(kind: str, where: str, flags: int, options: str = "") -> None:
    result = libc.mount(
        kind.encode(), where.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode()
    )
    check(result, f"{kind} cannot be mounted on {where}")


def _make_read_only(where: str) -> None:
    """Make a mount read-only, so that no submission can mark a device file by its times."""
    attributes = (ctypes.c_uint64 * 4)(1, 0, 0, 0)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    result = libc.syscall(_MOUNT_SETATTR, _AT_FDCWD, where.encode(), 0, attributes, size)
    check(result, f"{where} cannot be made read-only")


@dataclass
class Namespaces(Isolation):
    """Namespaces for each submission, and for each problem.

    Attributes:
        uid: the host's uid to become, where bubblewrap was started by root.
    """

    uid: int | None = None

    counts_processes = True

    def __post_init__(self) -> None:
        """Build the filter once, for all problems."""
        super().__post_init__()
        self.home = "/tmp"
        self._own_namespace = -1
        self._filter = seccomp.build_filter(cuda=self.gpus)

    def enter_sandbox(self) -> None:
        """Make the fork server unprivileged on the host, and number 1 of a process namespace."""
        die_with_parent()
        if self.uid is not None:
            for name in ("sys", "sysrq-trigger", "irq", "bus"):  # else proc cannot be mounted again
                libc.umount2(f"/proc/{name}".encode(), 2)
            os.setgroups([])
            os.setresgid(self.uid, self.uid, self.uid)
            os.setresuid(self.uid, self.uid, self.uid)
        self._enter_namespaces(NEW_USER | NEW_PID | NEW_NS)
        _mount("tmpfs", "/tmp", _NOSUID | _NODEV, "size=16m,mode=755")  # imports look for one
        for name in ("null", "full", "random", "urandom"):
            with contextlib.suppress(OSError):  # Linux before 5.12
                _make_read_only(f"/dev/{name}")

    def enter_supervisor(self) -> None:
        """Give a submission namespaces of its own, and an empty place for its files."""
        die_with_parent()
        self._enter_namespaces(NEW_USER | NEW_PID | NEW_NS | NEW_IPC | NEW_NET | NEW_UTS)
        _mount("tmpfs", str(self.submission), _NOSUID | _NODEV, _FILES)
        drop_bounding_set()  # for good, but for namespaces of users made below

    def _enter_namespaces(self, flags: int) -> None:
        uid, gid = os.getuid(), os.getgid()
        prctl(DUMPABLE, 1, "DUMPABLE")  # or the maps below could not be written
        _unshare(flags)
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{uid} {uid} 1"),
            ("gid_map", f"{gid} {gid} 1"),
        ):
            Path(f"/proc/self/{name}").write_text(text)
        child = os.fork()
        if child:
            _wait_for(child)
        die_with_parent()
        check(libc.mount(b"none", b"/", None, ctypes.c_ulong(_REC | _PRIVATE), None), "private /")
        _mount_proc()
        self._own_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        prctl(DUMPABLE, 0, "DUMPABLE")

    def seal_submission(self) -> None:
        """Make the submission's files read-only."""
        flags = _REMOUNT | _READ_ONLY | _NOSUID | _NODEV
        _mount("tmpfs", str(self.submission), flags, _FILES)

    def fork(self) -> int:
        """Fork; the child is number 1 of a process namespace of its own."""
        _unshare(NEW_PID)
        child = os.fork()
        if child:
            check(libc.setns(self._own_namespace, NEW_PID), "setns")
        return child

    def enter_problem(self) -> None:
        """Confine this process to what a problem's tests need. There is no way back."""
        die_with_parent()
        os.setsid()
        _unshare(NEW_NS | NEW_IPC)
        prctl(DUMPABLE, 1, "DUMPABLE")
        prefer_for_oom_kill()
        # /proc is read-only: who could lower that score would have others killed where memory
        # runs out. CUDA's driver does not start where it cannot write its threads' names there.
        _mount_proc(0 if self.gpus else _READ_ONLY)
        options = f"size={self.scratch},nr_inodes=16k,mode=777"
        _mount("tmpfs", "/tmp", _NOSUID | _NODEV, options)
        self.limit()
        drop_privileges()
        seccomp.install_filter(self._filter)

    def exceeded(self, problem: int, spared: int, thorough: bool) -> str:
        """Return which limit is exceeded, that on sockets included."""
        found = super().exceeded(problem, spared, thorough)
        if not found and sockets_held() > SOCKETS:
            return f"{SOCKETS} sockets"
        return found

    def running(self, problem: int, spared: int) -> list[int]:
        """Return a problem's processes: all that can be seen are below the supervisor."""
        return [pid for pid in numbers(Path("/proc")) if pid not in (os.getpid(), spared)]

    def kill(self, problem: int, spared: int, ended: bool) -> None:
        """Kill the first process of a namespace, which takes all others along."""
        if not ended:
            os.kill(problem, signal.SIGKILL)


def _wait_for(child: int) -> NoReturn:
    _, status = os.waitpid(child, 0)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _mount_proc(flags: int = 0) -> None:
    """Show this process namespace in /proc; where that is forbidden, show nothing there."""
    try:
        _mount("proc", "/proc", _NOSUID | _NODEV | flags)
    except OSError:
        _mount("tmpfs", "/proc", _NOSUID | _NODEV, "size=4k,mode=555")
