"""Namespaces, privileges and limits of the fork server, of a supervisor, and of a problem.

The fork server runs inside bubblewrap, under an unprivileged uid of the host. It makes a user
namespace of its own; in there it may make the namespaces that a supervisor and a problem get. A
problem's processes have none of its privileges: see `enter_problem`.
"""

import contextlib
import ctypes
import os
import resource
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from cs336_staff.judge.sandboxed import seccomp

NEW_NS, NEW_UTS, NEW_IPC = 0x00020000, 0x04000000, 0x08000000
NEW_USER, NEW_PID, NEW_NET = 0x10000000, 0x20000000, 0x40000000
_NOSUID, _NODEV, _REMOUNT, _READ_ONLY, _REC, _PRIVATE = 2, 4, 32, 1, 0x4000, 0x40000
_PDEATHSIG, _DUMPABLE, _CAPBSET_DROP, _SUBREAPER, _NO_NEW_PRIVS, _AMBIENT = 1, 4, 24, 36, 38, 47
_MOUNT_SETATTR, _AT_FDCWD = 442, -100
_CAPABILITY_VERSION = 0x20080522
_FILES = "size=96m,nr_inodes=16k,mode=755"  # what intake takes, and that compiled, by whole pages

_libc = ctypes.CDLL(None, use_errno=True)
_libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4


def _check(result: int, what: str) -> None:
    if result:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def _unshare(flags: int) -> None:
    _check(_libc.unshare(flags), "new namespaces cannot be made")


def _mount(kind: str, where: str, flags: int, options: str = "") -> None:
    result = _libc.mount(
        kind.encode(), where.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode()
    )
    _check(result, f"{kind} cannot be mounted on {where}")


def _make_read_only(where: str) -> None:
    """Make a mount read-only, so that no submission can mark a device file by its times."""
    attributes = (ctypes.c_uint64 * 4)(1, 0, 0, 0)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    result = _libc.syscall(_MOUNT_SETATTR, _AT_FDCWD, where.encode(), 0, attributes, size)
    _check(result, f"{where} cannot be made read-only")


def _prctl(option: int, value: int, what: str) -> None:
    _check(_libc.prctl(option, value, 0, 0, 0), what)


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent ends."""
    _prctl(_PDEATHSIG, signal.SIGKILL, "PDEATHSIG")


def close_all_but(keep: int) -> None:
    """Close all descriptors but one; the standard ones lead nowhere."""
    sink = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(sink, descriptor)
    os.closerange(3, keep)
    os.closerange(keep + 1, 65536)


@dataclass
class Isolation:
    """What a submission's processes are confined to.

    Attributes:
        namespaces: False where there is no sandbox: then only the limits hold.
        uid: the host's uid to become, where bubblewrap was started by root.
        submission: where a supervisor puts the submission's files.
        memory: bytes that a problem's processes may hold together, and that each may ask for.
        scratch: bytes of a problem's /tmp.
        processes: how many processes and threads a supervisor may have below it.
        open_files: descriptors of a process.
        sockets: how many sockets there may be below a supervisor.
        maps: how many memory maps a problem's processes may have together.
        cpu_seconds: CPU time of a process.
        gpus: leave CUDA what it needs.
    """

    namespaces: bool
    uid: int | None = None
    submission: Path = Path("/submission")
    memory: int = 4 * 2**30
    scratch: int = 512 * 2**20
    processes: int = 128
    open_files: int = 512
    sockets: int = 64
    maps: int = 250_000
    cpu_seconds: int = 120
    gpus: bool = False

    def __post_init__(self) -> None:
        self.submission = Path(self.submission)
        self._own_namespace = -1
        if self.namespaces:
            self._filter = seccomp.build_filter(cuda=self.gpus)

    def enter_sandbox(self) -> None:
        """Make the fork server unprivileged on the host, and number 1 of a process namespace."""
        die_with_parent()
        if not self.namespaces:
            return
        if self.uid is not None:
            for name in ("sys", "sysrq-trigger", "irq", "bus"):  # else proc cannot be mounted again
                _libc.umount2(f"/proc/{name}".encode(), 2)
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
        if not self.namespaces:
            _prctl(_SUBREAPER, 1, "SUBREAPER")
            return
        self._enter_namespaces(NEW_USER | NEW_PID | NEW_NS | NEW_IPC | NEW_NET | NEW_UTS)
        _mount("tmpfs", str(self.submission), _NOSUID | _NODEV, _FILES)
        for capability in range(64):  # for good, but for namespaces of users made below
            _libc.prctl(_CAPBSET_DROP, capability, 0, 0, 0)

    def _enter_namespaces(self, flags: int) -> None:
        uid, gid = os.getuid(), os.getgid()
        _prctl(_DUMPABLE, 1, "DUMPABLE")  # or the maps below could not be written
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
        _check(_libc.mount(b"none", b"/", None, ctypes.c_ulong(_REC | _PRIVATE), None), "private /")
        _mount_proc()
        self._own_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        _prctl(_DUMPABLE, 0, "DUMPABLE")

    def seal_submission(self) -> None:
        """Make the submission's files read-only."""
        if self.namespaces:
            flags = _REMOUNT | _READ_ONLY | _NOSUID | _NODEV
            _mount("tmpfs", str(self.submission), flags, _FILES)

    def fork(self) -> int:
        """Fork; the child is number 1 of a process namespace of its own."""
        if not self.namespaces:
            return os.fork()
        _unshare(NEW_PID)
        child = os.fork()
        if child:
            _check(_libc.setns(self._own_namespace, NEW_PID), "setns")
        return child

    def enter_problem(self) -> None:
        """Confine this process to what a problem's tests need. There is no way back."""
        die_with_parent()
        os.setsid()
        if self.namespaces:
            _unshare(NEW_NS | NEW_IPC)
            _prctl(_DUMPABLE, 1, "DUMPABLE")
            with contextlib.suppress(OSError):
                _write("/proc/self/oom_score_adj", b"1000")
            # /proc is read-only: who could lower that score would have others killed where memory
            # runs out. CUDA's driver does not start where it cannot write its threads' names there.
            _mount_proc(0 if self.gpus else _READ_ONLY)
            options = f"size={self.scratch},nr_inodes=16k,mode=777"
            _mount("tmpfs", "/tmp", _NOSUID | _NODEV, options)
        self._limit()
        if self.namespaces:
            _drop_privileges()
            seccomp.install_filter(self._filter)

    def _limit(self) -> None:
        limits = {
            resource.RLIMIT_CORE: 1,  # at 0 a program that core_pattern names would run
            resource.RLIMIT_CPU: self.cpu_seconds,
            resource.RLIMIT_NOFILE: self.open_files,
            resource.RLIMIT_FSIZE: 2**43,  # a sparse file may be large; /tmp itself is not
            resource.RLIMIT_MSGQUEUE: 0,
            resource.RLIMIT_NICE: 0,  # a grader may have the right to go first, this has not
            resource.RLIMIT_RTPRIO: 0,
        }
        if not self.gpus:
            limits[resource.RLIMIT_DATA] = self.memory
        if self.namespaces:
            limits[resource.RLIMIT_NPROC] = self.processes
        for which, value in limits.items():
            _, hard = resource.getrlimit(which)
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(which, (value, value))


def _wait_for(child: int) -> NoReturn:
    _, status = os.waitpid(child, 0)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _mount_proc(flags: int = 0) -> None:
    """Show this process namespace in /proc; where that is forbidden, show nothing there."""
    try:
        _mount("proc", "/proc", _NOSUID | _NODEV | flags)
    except OSError:
        _mount("tmpfs", "/proc", _NOSUID | _NODEV, "size=4k,mode=555")


def _write(path: str, data: bytes) -> None:
    """Write to a file that is there: at a tenth of what a Path takes, for which problems wait."""
    handle = os.open(path, os.O_WRONLY)
    try:
        os.write(handle, data)
    finally:
        os.close(handle)


def _drop_privileges() -> None:
    _libc.prctl(_AMBIENT, 4, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    _check(_libc.capset(header, (ctypes.c_uint32 * 6)()), "privileges cannot be dropped")
    _prctl(_NO_NEW_PRIVS, 1, "NO_NEW_PRIVS")
