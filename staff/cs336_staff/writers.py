"""Processes that write results, apart from the threads that wait for judges.

Writing a page for TAs parses what a stranger wrote, which may take for ever or bring the
interpreter down; so each job runs in a forked child with limits, of a parent without threads.
"""

import os
import queue
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

CPU_SECONDS = 60
MEMORY_BYTES = 4 * 2**30


class Writer:
    """A process that calls one function, each time in a child of its own."""

    def __init__(self, work: Callable[..., None]) -> None:
        context = get_context("fork")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._pipe, work), daemon=True)
        self._process.start()
        theirs.close()

    def __call__(self, *arguments: Any) -> str:
        """Call the function; return how its process ended, or nothing where it did its work."""
        self._pipe.send(arguments)
        return str(self._pipe.recv())

    def close(self) -> None:
        """Let the process end."""
        self._pipe.close()

    def join(self) -> None:
        """Wait until it has ended."""
        self._process.join()


def _serve(pipe: Connection, parents: Connection, work: Callable[..., None]) -> None:
    parents.close()
    os.setsid()  # an interrupt from the keyboard is for the parent
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_in_child(work, pipe.recv()))


def _in_child(work: Callable[..., None], arguments: tuple) -> str:
    child = os.fork()
    if child == 0:
        code = 1
        with suppress(BaseException):
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
            work(*arguments)
            code = 0
        os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code < 0:
        return f"signal {-code}"
    return f"code {code}" if code else ""


class Writers:
    """Some writers, lent to one thread at a time each."""

    def __init__(self, work: Callable[..., None], number: int) -> None:
        self._all = [Writer(work) for _ in range(number)]
        self._free: queue.SimpleQueue[Writer] = queue.SimpleQueue()
        for writer in self._all:
            self._free.put(writer)

    @contextmanager
    def lent(self) -> Iterator[Writer]:
        """Lend a writer."""
        writer = self._free.get()
        try:
            yield writer
        finally:
            self._free.put(writer)

    def close(self) -> None:
        """End all processes."""
        for writer in self._all:
            writer.close()
        for writer in self._all:  # each one holds the pipes of those made before it
            writer.join()
