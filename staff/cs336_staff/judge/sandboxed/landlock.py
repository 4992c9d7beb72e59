"""Landlock: the kernel's rules on files and signals that any process can give itself for good.

At the level of this name, for an ordinary user where namespaces are forbidden, they alone separate
a problem's processes from the rest; users.py adds user ids of their own.
"""

import contextlib
import ctypes
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cs336_staff.judge.sandboxed import seccomp
from cs336_staff.judge.sandboxed.isolation import (
    DUMPABLE,
    NO_NEW_PRIVS,
    SOCKETS,
    Isolation,
    adopt_orphans,
    check,
    die_with_parent,
    drop_bounding_set,
    drop_privileges,
    libc,
    prctl,
    prefer_for_oom_kill,
)
from cs336_staff.judge.sandboxed.processes import kill_problem, opened, reap

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION, _PATH_BENEATH = 1, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_REFER, _TRUNCATE, _IOCTL_DEVICE = 1 << 13, 1 << 14, 1 << 15
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many there are, by version; 16 from 5 on
_NETWORK = 3  # bind and connect TCP
_SCOPES = 3  # abstract Unix sockets and signals
_SCOPED = 6  # the version that has these
_MOST_FILES = 16_000
# The descriptor of the folder in which this side has tests' folders. Both sides have these under
# one path, which leads by it: "/x/tests" is a link to "/proc/self/fd/500", whoever follows it.
TESTS = 500


def version() -> int:
    """Return the version of Landlock's interface that the kernel has; 0 where it has none."""
    return max(0, libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION))


def restrict(
    readable: Iterable[str],
    writable: Iterable[str],
    devices: Iterable[str] = (),
    listed: Iterable[str] = (),
) -> None:
    """Confine this process to some files, with all rights and scopes that the kernel knows.

    Args:
        readable: files and folders to read and to run, with what is below them.
        writable: folders to write to, besides.
        devices: files and folders to use in any way.
        listed: folders whose names may be read, and those below them.
    """
    rights = (1 << _FILE_RIGHTS.get(version(), 16)) - 1
    rules = [(path, _READ_DIR) for path in listed]
    rules += [(path, _READ) for path in readable]
    rules += [(path, rights) for path in writable]
    rules += [(path, _READ | _WRITE_FILE | _TRUNCATE | _IOCTL_DEVICE) for path in devices]
    _enter(rights, rules)


def scope_signals() -> None:
    """Let no signal of this process, or of one below it, reach any other process.

    Any rule forbids links from one folder to another, except where it is allowed.
    """
    _enter(_REFER, [("/", _REFER)])


def _enter(rights: int, rules: Iterable[tuple[str, int]]) -> None:
    known = version()
    network = _NETWORK if known >= 4 and rights != _REFER else 0
    attributes = (ctypes.c_uint64 * 3)(rights, network, _SCOPES if known >= _SCOPED else 0)
    size = ctypes.c_size_t(24 if known >= _SCOPED else 16 if known >= 4 else 8)
    ruleset = int(libc.syscall(_CREATE_RULESET, attributes, size, 0))
    check(ruleset, "Landlock has no rules here")
    for path, allowed in rules:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            allowed &= rights if os.path.isdir(path) else rights & _OF_A_FILE
            # struct landlock_path_beneath_attr is packed: 8 bytes of rights, 4 of a descriptor.
            rule = ctypes.create_string_buffer(
                allowed.to_bytes(8, sys.byteorder) + place.to_bytes(4, sys.byteorder)
            )
            added = libc.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
            os.close(place)
            check(added, f"{path} cannot be shown")
    prctl(NO_NEW_PRIVS, 1, "NO_NEW_PRIVS")
    check(libc.syscall(_RESTRICT_SELF, ruleset, 0), "Landlock cannot be entered")
    os.close(ruleset)


@dataclass
class Landlock(Isolation):
    """Landlock and the seccomp filter around each problem, under the grader's own user id.

    Attributes:
        folder: of the judge's; problems' folders and submissions are made in it.
        readable: files and folders of the host that problems may read, besides their own.
        devices: those that they may use in any way.
    """

    folder: str = "/tmp"
    readable: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Build the filter once, for all problems."""
        super().__post_init__()
        self.home = ""
        self._filter = seccomp.build_filter(self.gpus, True, shared_user=not self.counts_processes)
        self._homes: dict[int, str] = {}  # of problems, by their first process

    @property
    def ahead(self) -> bool:  # type: ignore[override]
        """Whether a next process would outlive the end of the running problem."""
        return version() < _SCOPED

    def enter_sandbox(self) -> None:
        """Give the fork server the folder for temporary files that imports look for."""
        die_with_parent()
        tempfile.tempdir = self.folder

    def enter_supervisor(self) -> None:
        """Give a submission a folder whose name nobody else knows."""
        die_with_parent(signal.SIGTERM)
        adopt_orphans()
        self.submission = Path(self.folder, secrets.token_hex(16))
        self.submission.mkdir()
        if not self.ahead:
            scope_signals()

    def fork(self) -> int:
        """Fork a problem's process, with a folder of its own."""
        self.home = os.path.join(self.folder, secrets.token_hex(16))
        os.mkdir(self.home, 0o700)
        child = os.fork()
        if child:
            self._homes[child] = self.home
        return child

    def enter_problem(self) -> None:
        """Confine this process to what a problem's tests need. There is no way back."""
        assert self.home
        os.setsid()
        os.umask(0o077)
        os.chdir(self.home)
        own = os.open(self.home, os.O_PATH)
        os.dup2(own, TESTS, inheritable=False)
        os.close(own)
        os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = self.home
        prefer_for_oom_kill()
        self.limit()
        self.change_user()
        prctl(DUMPABLE, 1, "DUMPABLE")  # the supervisor counts its memory and maps
        drop_privileges()
        die_with_parent()
        if version():
            readable = [*self.readable, str(self.submission), f"/proc/{os.getpid()}"]
            # A process below this one then finds its own /proc/self/fd. Of this user's others it
            # would find the descriptors' numbers, too; other users' are closed.
            listed = ["/proc"] if self.counts_processes else []
            restrict(readable, [self.home], self.devices, listed)
        seccomp.install_filter(self._filter)

    def change_user(self) -> None:
        """Become another user, at a level that has one."""
        drop_bounding_set()

    def exceeded(self, problem: int, spared: int, thorough: bool) -> str:
        """Return which limit is exceeded, those on files and sockets included."""
        if found := super().exceeded(problem, spared, thorough):
            return found
        unlinked, sockets = opened(self.running(problem, spared)) if thorough else (0, 0)
        if sockets > SOCKETS:
            return f"{SOCKETS} sockets"
        if unlinked > self.scratch or _holds_more(self._homes[problem], self.scratch):
            return f"{self.scratch // 2**20} MiB of files, or {_MOST_FILES} files"
        return ""

    def kill(self, problem: int, spared: int, ended: bool) -> None:
        """Kill all of a problem's processes: where signals are scoped, all below this one."""
        if self.ahead:
            kill_problem(problem, spared)
        else:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
            reap(problem)
        remove_tree(self._homes.pop(problem, ""))

    def leave_supervisor(self) -> None:
        """Remove the submission's files."""
        remove_tree(str(self.submission))

    def end_supervisor(self, pid: int) -> None:
        """Have a supervisor end: it kills all that is below it."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)

    def leave_sandbox(self, supervisors: list[int]) -> None:
        """Wait until all supervisors have ended what they started."""
        for pid in supervisors:
            self.end_supervisor(pid)
        for pid in supervisors:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def remove_tree(folder: str) -> None:
    """Remove a folder that a submission has filled, however deep it is."""
    if not folder:
        return
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        subprocess.run(["rm", "-rf", "--", folder], check=False, stderr=subprocess.DEVNULL)


def _holds_more(folder: str, most: int) -> bool:
    """Return whether a folder holds more bytes than that, or more files than a problem needs."""
    pending, count, size = [folder], 0, 0
    while pending:
        with contextlib.suppress(OSError), os.scandir(pending.pop()) as entries:
            for entry in entries:
                count += 1
                with contextlib.suppress(OSError):
                    size += 512 * entry.stat(follow_symlinks=False).st_blocks
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                if count > _MOST_FILES or size > most:
                    return True
    return False
