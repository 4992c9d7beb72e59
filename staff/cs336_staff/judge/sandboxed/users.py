"""A user of its own for each problem: for root where namespaces are forbidden, as in a container.

Problems can then reach each other only as different users can. Landlock confines them further where
the kernel has it.
"""

import fcntl
import os
import re
import signal
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from cs336_staff.judge.sandboxed.isolation import drop_bounding_set, libc
from cs336_staff.judge.sandboxed.landlock import Landlock, remove_tree, version
from cs336_staff.judge.sandboxed.processes import numbers

SHARED = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", "/var/lock", "/var/crash")
_FIRST, _HIGH, _END = 10_000, 2**30, 2**31 - 2
_NOBODY = 65534
_PATIENCE = 10.0


def free_ids() -> range:
    """Return user and group ids that a process of this user namespace may take and that nobody has.

    Those from 2**30 on; where a container has no more than 65536, the upper half of these.

    Raises:
        OSError: there are none.
    """
    maps = [Path(f"/proc/self/{kind}_map").read_text() for kind in ("uid", "gid")]
    mapped = [
        [range(int(first), int(first) + int(count)) for first, _, count in map(str.split, lines)]
        for lines in map(str.splitlines, maps)
    ]
    both = [
        range(max(a.start, b.start, _FIRST), min(a.stop, b.stop, _END))
        for a in mapped[0]
        for b in mapped[1]
    ]
    ids = max(both, key=lambda ids: ids.stop if ids else 0)
    if ids.stop < 2 * _NOBODY:
        ids = range(ids.start, min(ids.stop, _NOBODY))
    ids = range(max(ids.start, _HIGH if ids.stop > _HIGH + _FIRST else ids.stop // 2), ids.stop)
    if len(ids) < _FIRST:
        raise OSError("this user namespace has too few user ids: see /proc/self/uid_map")
    return ids


@dataclass
class Users(Landlock):
    """An unprivileged user id and group id for each problem, which own nothing but its folder.

    Attributes:
        ids: first and last of those to take, and the one to begin with.
    """

    ids: tuple[int, int, int] = (0, 0, 0)

    ahead = True  # type: ignore[assignment]
    counts_processes = True

    def __post_init__(self) -> None:
        """Begin to count the ids that are taken, in a file that all supervisors share."""
        super().__post_init__()
        self._counter = os.open(
            os.path.join(self.folder, "taken"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
        )
        self._users: dict[int, int] = {}

    def _take_id(self) -> int:
        """Take a user id that no process of this run has had; all others come before it again."""
        first, last, begin = self.ids
        fcntl.lockf(self._counter, fcntl.LOCK_EX)
        try:
            taken = int(os.pread(self._counter, 20, 0) or b"0")
            os.pwrite(self._counter, b"%d" % (taken + 1), 0)
        finally:
            fcntl.lockf(self._counter, fcntl.LOCK_UN)
        return first + (begin - first + taken) % (last - first + 1)

    def enter_supervisor(self) -> None:
        """Give a submission a place of its own, which its problems can read."""
        super().enter_supervisor()
        self._killer = self._take_id()

    def fork(self) -> int:
        """Fork a problem's process, with a user and a folder of its own."""
        self._user = self._take_id()
        child = super().fork()
        if child:
            self._users[child] = self._user
        return child

    def change_user(self) -> None:
        """Become the problem's own user, in no other group."""
        assert self.home
        os.chown(self.home, self._user, self._user)
        drop_bounding_set()
        os.setgroups([])
        os.setresgid(self._user, self._user, self._user)
        os.setresuid(self._user, self._user, self._user)

    def exceeded(self, problem: int, spared: int, thorough: bool) -> str:
        """Return which limit is exceeded; /proc shows some of it to the problem's user alone."""
        with _reading_as(self._users[problem]):
            return super().exceeded(problem, spared, thorough)

    def running(self, problem: int, spared: int) -> list[int]:
        """Return the processes of the problem's user."""
        return processes_of(self._users[problem])

    def kill(self, problem: int, spared: int, ended: bool) -> None:
        """Kill all processes of a problem's user until none is left, and remove what it left."""
        user = self._users.pop(problem, None)
        if user is None:  # it was killed before
            return
        if not ended:
            os.kill(problem, signal.SIGKILL)  # it may not have changed its user yet
        deadline = time.monotonic() + _PATIENCE
        self._kill_all_of(user)
        while left := [pid for pid in processes_of(user) if pid != problem]:
            for pid in left:
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
            if time.monotonic() > deadline:
                raise OSError(f"processes of user {user} do not end: {left[:5]}")
            self._kill_all_of(user)
        remove_tree(self._homes.pop(problem))
        if not version():  # else it could make no files outside of its folder
            for folder in SHARED:
                _remove_files_of(user, folder)

    def _kill_all_of(self, user: int) -> None:
        """Kill all processes of a user at once: none can fork away.

        The effective id does it, without a capability; the real and saved ids protect this process
        from that user meanwhile.
        """
        os.setresuid(self._killer, user, 0)
        try:
            with suppress(ProcessLookupError):  # none is left
                os.kill(-1, signal.SIGKILL)
        finally:
            os.setresuid(0, 0, 0)


@contextmanager
def _reading_as(user: int) -> Iterator[None]:
    """Read what /proc shows of a user's processes to that user alone, without a capability."""
    libc.setfsgid(user)
    libc.setfsuid(user)
    try:
        yield
    finally:
        libc.setfsuid(0)
        libc.setfsgid(0)


def processes_of(user: int) -> list[int]:
    """Return the processes of a user, by any of their ids, zombies included."""
    found = []
    sought = re.compile(rb"\nUid:(?:\t\d+)*\t%d[\t\n]" % user)
    for pid in numbers(Path("/proc")):
        with suppress(OSError), open(f"/proc/{pid}/status", "rb", buffering=0) as status:
            if sought.search(status.read(4096)):
                found.append(pid)
    return found


def _remove_files_of(user: int, folder: str) -> None:
    """Remove what a user left in a folder that everybody may write to, and in those below it."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                info = entry.stat(follow_symlinks=False)
                if info.st_uid == user:
                    if entry.is_dir(follow_symlinks=False):
                        remove_tree(entry.path)
                    else:
                        os.unlink(entry.path)
                elif stat.S_ISDIR(info.st_mode) and info.st_mode & stat.S_IWOTH:
                    _remove_files_of(user, entry.path)
