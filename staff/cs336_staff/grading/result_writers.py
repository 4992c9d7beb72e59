"""Write a submission's files of results, each time in a forked child with limits.

A page for TAs parses the submission, which may never return or may crash the interpreter. The
child's parent has no threads.
"""

import errno
import os
import queue
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cs336_staff.compare.flags import find_flags
from cs336_staff.compare.limits import limit_this_process
from cs336_staff.compare.match import own_adapters
from cs336_staff.errors import BatchError, os_error_text
from cs336_staff.files.whole import write_whole
from cs336_staff.report.pages import was_run, write_pages
from cs336_staff.results.record import Results, clean, write_results
from cs336_staff.results.run_folder import STUDENT, TA
from cs336_staff.uploads.discover import Upload

_FAILED, _MACHINE = 1, 2  # exit codes: the work raised an exception, or the machine's OSError
_CRASH = "judge-crash.txt"
_PARTIAL = tuple(f".{name}." for name in (_CRASH, STUDENT, TA, "junit.xml", "results.json"))


def write_entry(
    entry: Upload,
    out: Path,
    results: Results,
    crash: str,
    uncompared: str,
    no_pages: str = "",
) -> None:
    """Write all files of one submission, results.json last: it shows that the rest is there.

    Only files of these names are replaced; others in the folder are not ours.

    Args:
        entry: the submission.
        out: the class's folder of results.
        results: its results.
        crash: how its judge crashed, for the staff.
        uncompared: why it is not compared with the reference; "" where it is.
        no_pages: why it has no pages; "" where it has.
    """
    folder = out / entry.name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds the seed, and answers
    for old in folder.iterdir():
        if old.name.startswith(_PARTIAL):
            old.unlink()
    extra = results.extra_data
    entry.write_origin(extra)
    if crash:
        write_whole(folder / _CRASH, crash)
    else:
        (folder / _CRASH).unlink(missing_ok=True)
    if no_pages:
        extra.no_pages = clean(no_pages, 500)
        for page in (STUDENT, TA):
            (folder / page).unlink(missing_ok=True)
    else:
        if was_run(extra) and not uncompared:
            extra.own_adapters = own_adapters(entry.path)
            extra.flags = find_flags(entry.path)
        write_pages(folder, results, entry.path, uncompared)
    write_results(folder, results)


class Writer:
    """A process that calls one function, each time in a child of its own."""

    def __init__(self, work: Callable[..., None]) -> None:
        context = get_context("fork")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._pipe, work), daemon=True)
        self._process.start()
        theirs.close()

    def __call__(self, *arguments: Any) -> str:
        """Call the function.

        Returns:
            What ended its child early, such as "signal 9" or "KeyError: 'x'"; "" where it returned.

        Raises:
            OSError: it raised one, or this process was killed: the machine is at fault.
        """
        self._pipe.send(arguments)
        try:
            code, text = self._pipe.recv()
        except EOFError as error:
            raise OSError("the process that writes them was killed") from error
        if code == _MACHINE:
            raise OSError(text)
        return str(text)

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


def _in_child(work: Callable[..., None], arguments: tuple) -> tuple[int, str]:
    """Call the function in a child; return its exit code, and what ended it early."""
    read_fd, write_fd = os.pipe()
    child = os.fork()
    if child == 0:
        code = _FAILED
        try:
            code = _work(work, arguments, write_fd)
        finally:
            os._exit(code)
    os.close(write_fd)
    with open(read_fd, "rb") as pipe:
        text = pipe.read().decode(errors="replace")
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code < 0:
        return code, f"signal {-code}"
    return code, text or (f"code {code}" if code else "")


def _work(work: Callable[..., None], arguments: tuple, pipe: int) -> int:
    try:
        limit_this_process()
        work(*arguments)
        return 0
    except BaseException as error:
        code, text = _FAILED, f"{type(error).__name__}: {error}"
        if isinstance(error, OSError) and error.errno != errno.ENOMEM:  # its own limit
            code, text = _MACHINE, os_error_text(error)
        os.write(pipe, text.encode(errors="replace")[:2000])
        return code


class Writers:
    """Some writers, each for one thread at a time."""

    def __init__(self, work: Callable[..., None], number: int) -> None:
        self._all = [Writer(work) for _ in range(number)]
        self._free: queue.SimpleQueue[Writer] = queue.SimpleQueue()
        for writer in self._all:
            self._free.put(writer)

    def write_all(self, entry: Upload, out: Path, results: Results, crash: str) -> None:
        """Call `write_entry` in a writer; if it fails, without a comparison, then without pages.

        Raises:
            OSError: this machine cannot write.
            BatchError: not even the results alone can be written.
        """
        write = self._free.get()
        try:
            failure = write(entry, out, results, crash, "")
            if failure:
                failure = write(entry, out, results, crash, f"comparing ended with {failure}")
            if failure:
                failure = write(entry, out, results, crash, "", failure)
        finally:
            self._free.put(write)
        if failure:
            raise BatchError(f"the results of {entry.name} cannot be written: {failure}")

    def close(self) -> None:
        """End all processes."""
        for writer in self._all:
            writer.close()
        for writer in self._all:  # after all closed: each holds the pipes of those before it
            writer.join()
