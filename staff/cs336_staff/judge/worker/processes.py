"""Look at and end the processes of a test, with process namespaces and without."""

import contextlib
import os
import signal
from pathlib import Path

def resident_bytes(others: set[int], namespaces: bool) -> int:
    """Return the resident memory of a line's processes but those that are named.

    In a process namespace all that can be seen belongs to the line; without one, its descendants
    are looked up. Memory that several processes share is counted for each.
    """
    pids = _numbers(Path("/proc")) if namespaces else descendants(os.getpid())
    return sum(_resident(pid) for pid in pids if pid not in others)


def _numbers(folder: Path) -> list[int]:
    return [int(name) for name in os.listdir(folder) if name.isdigit()]


def _resident(pid: int) -> int:
    """Return the memory of a process that is not a file's: its own pages and shared ones."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(errors="replace")
    except OSError:
        return 0
    return sum(
        1024 * int(line.split()[1])
        for line in status.splitlines()
        if line.startswith(("RssAnon:", "RssShmem:"))
    )


def descendants(root: int) -> list[int]:
    """Return the ids of all processes below one."""
    parents: dict[int, list[int]] = {}
    for pid in _numbers(Path("/proc")):
        with contextlib.suppress(OSError, IndexError, ValueError):
            stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
            parents.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(pid)
    found, pending = [], [root]
    while pending:
        below = parents.get(pending.pop(), [])
        found += below
        pending += below
    return found


def kill_line(pid: int) -> None:
    """Kill a line and all below it."""
    for victim in [*descendants(pid), pid]:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(victim, signal.SIGKILL)


def kill_test(pid: int, spared: int) -> None:
    """Kill a test's process and all that came of it, where no namespace does so.

    What it left behind has become a child of the line, which is their subreaper.

    Args:
        pid: the test's first process, which is left for the caller to wait for.
        spared: the next test's process.
    """
    for _ in range(50):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        victims = [p for p in descendants(os.getpid()) if p not in (pid, spared)]
        if not victims:
            return
        for victim in victims:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(victim, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(victim, os.WNOHANG)
