"""Look at and end the processes of a problem, with process namespaces and without."""

import contextlib
import os
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

_NO_PRIVILEGES = b"\nCapEff:\t0000000000000000\n"


def held_bytes(pids: list[int], limit: int) -> int:
    """Return the memory that some processes hold together.

    Page tables count: with many mapped files they alone could fill the machine. So does what
    was swapped out, which a process may ask for. First each process's resident memory is added up,
    which is quick; only where that passes the limit are shared pages divided among their users.

    Where shared pages may not be looked at, each of their users counts in full.

    Args:
        pids: the processes.
        limit: bytes.
    """
    names = (b"RssAnon:", b"RssShmem:", b"VmPTE:", b"VmSwap:")
    held = sum(_sum(pid, "status", names) or 0 for pid in pids)
    if held <= limit:
        return held
    shares = [_sum(pid, "smaps_rollup", (b"Pss_Anon:", b"Pss_Shmem:", b"SwapPss:")) for pid in pids]
    shares += [_sum(pid, "status", (b"VmPTE:",)) for pid in pids]
    return held if None in shares else sum(share or 0 for share in shares)


def maps_held(pids: list[int], limit: int) -> int:
    """Return how many memory maps some processes have together; counting ends past a limit.

    The kernel's record of each belongs to no process: some hundred bytes, and as much again for
    each fork between a process and the one that made the map. A process that hides its maps counts
    as having too many.
    """
    count = 0
    for pid in pids:
        count += next(filter(None, (_maps(thread, limit - count) for thread in _threads(pid))), 0)
    return count


def _maps(thread: int, most: int) -> int:
    count = 0
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        try:
            with open(f"/proc/{thread}/maps", "rb") as maps:
                while count <= most and (lines := maps.read(2**16)):
                    count += lines.count(b"\n")
        except PermissionError:  # it hides them, or is not confined yet and runs our code alone
            confined = _NO_PRIVILEGES in Path(f"/proc/{thread}/status").read_bytes()
            return most + 1 if confined else 0
    return count


def opened(pids: list[int]) -> tuple[int, int]:
    """Return what some processes hold by descriptors, and no process's memory has.

    What their open files without a name take on the disk, in bytes, and how many sockets they have
    open. A thread may have descriptors of its own.
    """
    files: dict[tuple[int, int], int] = {}
    sockets: set[int] = set()
    for thread in (thread for pid in pids for thread in dict.fromkeys(_threads(pid))):
        with contextlib.suppress(OSError):
            for number in numbers(Path(f"/proc/{thread}/fd")):
                with contextlib.suppress(OSError):
                    info = os.stat(f"/proc/{thread}/fd/{number}")
                    if stat.S_ISSOCK(info.st_mode):
                        sockets.add(info.st_ino)
                    elif stat.S_ISREG(info.st_mode) and not info.st_nlink:
                        files[info.st_dev, info.st_ino] = 512 * info.st_blocks
    return sum(files.values()), len(sockets)


def sockets_held() -> int:
    """Return how many sockets there are in this process's network namespace, those in flight too.

    What waits in them is the kernel's memory, not a process's: megabytes in each.
    """
    with contextlib.suppress(OSError):
        words = Path("/proc/net/sockstat").read_text().split()
        if words[:2] == ["sockets:", "used"]:
            return int(words[2])
    return 0


def numbers(folder: Path) -> list[int]:
    """Return the numbers among the names in a folder, as of processes in /proc."""
    return [int(name) for name in os.listdir(folder) if name.isdigit()]


def _sum(pid: int, file: str, names: tuple[bytes, ...]) -> int | None:
    """Add up some lines of a process's account of its memory; None if it may not be read.

    A first thread that has ended has no such lines, though others hold the memory: they are asked.
    """
    for thread in _threads(pid):
        try:
            text = Path(f"/proc/{thread}/{file}").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue
        except OSError:
            return None
        lines = text.split(b"\n")  # nothing else ends a field: a process's own name is among them
        if lines := [line for line in lines if line.startswith(names)]:
            return 1024 * sum(int(line.split()[1]) for line in lines)
    return 0


def _threads(pid: int) -> Iterator[int]:
    """Yield a process's threads, its first one first; the others are looked up when asked for."""
    yield pid
    with contextlib.suppress(OSError):
        yield from numbers(Path(f"/proc/{pid}/task"))


def descendants(root: int) -> list[int]:
    """Return the ids of all processes below one."""
    found: list[int] = []
    pending = [root]
    while pending:
        below = _children(pending.pop())
        found += below
        pending += below
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):
                text = Path(f"/proc/{pid}/task/{thread}/children").read_text()
                found += map(int, text.split())
    return found


def kill_tree(pid: int) -> None:
    """Kill a process and all processes below it."""
    for victim in [*descendants(pid), pid]:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(victim, signal.SIGKILL)


def kill_problem(pid: int, spared: int) -> None:
    """Kill a problem's process and all that it started, where no namespace does so.

    What it left behind has become a child of the supervisor, which is their subreaper.

    Args:
        pid: the problem's first process, which is left for the caller to wait for.
        spared: the next problem's process.
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


def reap(spared: int) -> None:
    """Wait for all children of this process that were killed, but for one."""
    while others := [pid for pid in _children(os.getpid()) if pid != spared]:
        for pid in others:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
