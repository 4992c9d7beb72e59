"""Detect what hostile submissions changed on the machine that an audit runs on."""

import hashlib
import os
import stat
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cs336_staff.judge.sandboxed.processes import descendants, numbers
from cs336_staff.paths import ROOT

WORKER_UIDS = range(2**30, 2**31)  # the sandbox takes one if root grades
WATCHED = ("/tmp", "/var/tmp", "/dev/shm", "/run", str(Path.home()))
DEVICES = ("null", "zero", "full", "random", "urandom", "tty", "shm")
ENDING_SECONDS = 10.0  # that a flood of killed processes may take to end


@dataclass(frozen=True)
class HostState:
    """What hostile submissions must not change.

    Attributes:
        repository: a hash of this repository's files.
        devices: the kind of file and the device number of each of DEVICES.
        processes: the judge's processes, by id.
        files: by folder, the names that belong to a user id of the judge's workers.
    """

    repository: str
    devices: list[tuple[int, int] | None]
    processes: set[int]
    files: dict[str, set[str]]


def machine_state() -> HostState:
    """Return the current state; the judge must already run, so that its processes are in it."""
    files = {folder: _names(folder) for folder in WATCHED if os.path.isdir(folder)}
    return HostState(_tree_digest(ROOT), _devices(), _processes(), files)


def machine_changes(before: HostState, after: HostState) -> list[str]:
    """Return what a submission may have changed, a line each.

    Files in WATCHED count if a worker's user id owns them. If another user than root grades,
    workers have that user's id: no such file is known, and their processes are below this one.
    """
    changes = []
    if before.repository != after.repository:
        changes.append("files of this repository changed")
    if before.devices != after.devices:
        changes.append(f"one of /dev/{{{','.join(DEVICES)}}} changed")
    if stay := sorted(_that_stay(after.processes - before.processes)):
        changes.append(f"processes of a worker are left: {', '.join(map(str, stay[:5]))}")
    for folder, names in before.files.items():
        if more := sorted(after.files.get(folder, set()) - names):
            changes.append(f"{folder} has new files of a worker: {', '.join(more[:5])}")
    return changes


@cache
def _ignored(name: str) -> bool:
    caches = name.startswith(".") and name != ".ci"
    return caches or name in ("__pycache__", "results") or name.endswith(".egg-info")


def _tree_digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _ignored(name))
        for name in sorted(files):
            file = Path(path) / name
            if not name.endswith(".pyc"):
                with suppress(FileNotFoundError):  # another program has removed it
                    content = file.read_bytes()
                    digest.update(str(file).encode(errors="surrogateescape") + content)
    return digest.hexdigest()


def _devices() -> list[tuple[int, int] | None]:
    """Return the kind of file and the device number of each device; None if it is missing."""
    found: list[tuple[int, int] | None] = []
    for name in DEVICES:
        try:
            info = os.lstat(f"/dev/{name}")
            found.append((stat.S_IFMT(info.st_mode), info.st_rdev))
        except OSError:
            found.append(None)
    return found


def _names(folder: str) -> set[str]:
    """Return the names in a folder that a worker's user id owns."""
    names = set()
    for name in os.listdir(folder):
        with suppress(FileNotFoundError):  # removed meanwhile
            if os.lstat(os.path.join(folder, name)).st_uid in WORKER_UIDS:
                names.add(name)
    return names


def _processes() -> set[int]:
    """Return the processes below this one and, if root grades, all with a worker's user id."""
    below = set(descendants(os.getpid()))
    taken = {uid for uid in map(_uid, below) if uid in WORKER_UIDS}
    every = numbers(Path("/proc")) if taken else []
    return below | {pid for pid in every if _uid(pid) in taken}


def _uid(pid: int) -> int:
    with suppress(OSError):
        return os.stat(f"/proc/{pid}").st_uid
    return -1  # it has ended


def _that_stay(pids: set[int]) -> set[int]:
    """Return those of some processes that do not end within ENDING_SECONDS."""
    deadline = time.monotonic() + ENDING_SECONDS
    while pids and time.monotonic() < deadline:
        time.sleep(0.05)
        pids = pids & _processes()
    return pids
