"""Make the judge's side unreadable to other users, for as long as submissions run as such.

The level "users" needs it where the kernel has no Landlock; elsewhere it is a second wall. A hidden
place is marked with its own mode: the next run gives it back where this one is killed. Runs that
hide the same place at a time hold a lock on it, and the last one to end gives the mode back.
"""

import fcntl
import os
import stat
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

_MARK = "user.cs336.mode"


@contextmanager
def hidden(places: Collection[Path], shown: Collection[str]) -> Iterator[list[str]]:
    """Take others' rights to files and folders away, and give them back at the end.

    Args:
        places: what to hide.
        shown: folders that stay readable, even where they lie in one of these.

    Yields:
        What cannot be hidden, as on a read-only disk.
    """
    open_still: list[str] = []
    with ExitStack() as stack:
        for path, kept in [part for place in places for part in _parts(str(place), shown)]:
            try:
                stack.enter_context(_hidden(path, kept))
            except OSError:
                open_still.append(path)
        yield open_still


@contextmanager
def _hidden(path: str, kept: int) -> Iterator[None]:
    """Take all rights to one place away but some, and give them back if no other run hides it."""
    place = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(place, fcntl.LOCK_SH)
        mode, marked = stat.S_IMODE(os.fstat(place).st_mode), False
        with suppress(OSError):  # it is not hidden yet, or this file system has no marks
            if mode & ~kept:
                os.setxattr(place, _MARK, b"%o" % mode)
            mode, marked = int(os.getxattr(place, _MARK), 8), True
        if mode & ~kept:
            os.fchmod(place, mode & kept)
        try:
            yield
        finally:
            with suppress(OSError):
                _give_back(place, mode, marked)
    finally:
        os.close(place)


def _give_back(place: int, mode: int, marked: bool) -> None:
    try:
        fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        if marked:
            return  # another run hides it still, and gives it back
    except OSError:
        pass
    os.fchmod(place, mode)
    os.removexattr(place, _MARK)


def _parts(path: str, shown: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield what to hide of a place, and which rights stay: with a shown folder in it, to enter."""
    if os.path.islink(path) or path in shown:
        return
    if not any(folder.startswith(f"{path}/") for folder in shown):
        yield path, 0o700
        return
    yield path, 0o711
    for name in os.listdir(path):
        yield from _parts(f"{path}/{name}", shown)
