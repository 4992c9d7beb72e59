"""Grade many submissions at a time: a forked process for each, from one warm parent.

What a child does is on disk when it is done, so the parent needs no word from it, and a child
that dies takes nothing with it. Everything that a submission's judging may spoil dies with it.
"""

import ctypes
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

T = TypeVar("T")
_PR_SET_PDEATHSIG = 1


@dataclass
class Ended(Generic[T]):
    """One item's process has ended: `clean` where it came to the end of its work."""

    item: T
    clean: bool
    reason: str = ""
    attempts: int = 1


@dataclass
class _Running(Generic[T]):
    item: T
    slot: int
    attempt: int
    started: float
    stopped: bool = False


def run_forked(
    items: list[T],
    work: Callable[[T], None],
    slots: list[dict[str, str]],
    *,
    attempts: int = 2,
    limit: float = 3600,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Ended[T]]:
    """Do the work on each item in a process of its own, as many at a time as there are slots.

    Args:
        items: what to work on, taken in order.
        work: does it, in the child.
        slots: for each process at a time, the environment variables it sets itself first.
        attempts: how often an item whose process dies is tried.
        limit: seconds after which a process is killed, and not tried again.
        tick: called about twice a second.

    Yields:
        Each item once, as its process ends for the last time.
    """
    waiting = deque((item, 1) for item in items)
    free = list(range(len(slots)))[::-1]
    running: dict[BaseProcess, _Running[T]] = {}
    try:
        while waiting or running:
            while waiting and free:
                item, attempt = waiting.popleft()
                slot = free.pop()
                process = _fork(work, item, slots[slot])
                running[process] = _Running(item, slot, attempt, time.monotonic())
            connection.wait([process.sentinel for process in running], timeout=0.5)
            for process, job in list(running.items()):
                if process.is_alive():
                    if time.monotonic() - job.started > limit:
                        job.stopped = True
                        _kill(process)
                    continue
                del running[process]
                free.append(job.slot)
                _kill(process)  # what it may have left running in its group
                if process.exitcode != 0 and job.attempt < attempts and not job.stopped:
                    waiting.appendleft((job.item, job.attempt + 1))
                    continue
                reason = _how(process.exitcode, job, limit)
                yield Ended(job.item, process.exitcode == 0, reason, job.attempt)
            tick()
    finally:
        for process in running:
            _kill(process)
            process.join()


def _fork(work: Callable[[T], None], item: T, environment: dict[str, str]) -> BaseProcess:
    process = get_context("fork").Process(
        target=_child, args=(work, item, environment, os.getpid())
    )
    process.start()
    return process


def _child(work: Callable[[T], None], item: T, environment: dict[str, str], parent: int) -> None:
    os.setsid()  # a group of its own, which the parent can kill whole
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    os.environ.update(environment)
    work(item)


def _kill(process: BaseProcess) -> None:
    assert process.pid is not None
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    if process.is_alive():
        process.kill()


def _how(code: int | None, job: _Running[T], limit: float) -> str:
    if job.stopped:
        return f"its judge was stopped after {limit:.0f} s"
    if code == 0:
        return ""
    how = f"killed by signal {-code}" if code is not None and code < 0 else f"exit code {code}"
    return f"its judge crashed {job.attempt} times ({how})"
